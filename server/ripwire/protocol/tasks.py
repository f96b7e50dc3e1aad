"""The tasks of one session: none is lost, and the session ends only when all of them have."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Coroutine
from typing import Any

import attrs

log = logging.getLogger(__name__)

Task = asyncio.Task[Any]


@attrs.define(eq=False)
class Tasks:
    _running: set[Task] = attrs.field(factory=set)

    def start(self, work: Coroutine[Any, Any, Any], context: contextvars.Context) -> Task:
        """For a caller that looks at the result."""
        task: Task = asyncio.get_running_loop().create_task(work, context=context)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """For nobody: a failure is logged here."""
        self.start(work, contextvars.copy_context()).add_done_callback(_watched)

    async def abandon(self) -> None:
        """Cancel them all, the caller's own excepted, and return when they have ended."""
        tasks = {task for task in self._running if task is not asyncio.current_task()}
        for task in tasks:
            if not task.cancelling():  # a second cancel would interrupt what the first one cleans up
                task.cancel()
        if tasks:
            await asyncio.wait(tasks)


def _watched(task: Task) -> None:
    if not task.cancelled() and (exc := task.exception()) is not None:
        log.error("a task of a session failed", exc_info=exc)
