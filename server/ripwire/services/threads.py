"""Work in a thread that is over when its caller goes on, however the caller is ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def joined(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """As `asyncio.to_thread`; a cancelled caller waits for the thread, so its lock covers all of the work.

    Only for work that ends by itself within moments.
    """
    running = asyncio.ensure_future(asyncio.to_thread(work, *args, **kwargs))
    cancelled = False
    while not running.done():
        try:
            await asyncio.wait({running})
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        running.exception()  # looked at: nobody is left to be told
        raise asyncio.CancelledError
    return running.result()
