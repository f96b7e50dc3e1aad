"""Commands: the same typed params and results as the requests, for clients that only know commands.

pygls answers a cancelled command and lets it run on; here it is the request's own task.
"""

from __future__ import annotations

import inspect
from typing import Any

from ripwire.protocol import errors
from ripwire.protocol.converter import structure
from ripwire.protocol.messages.session import ExecuteCommandParams
from ripwire.protocol.session import Session


async def execute_command(session: Session, params: ExecuteCommandParams) -> Any:
    command = session.commands.get(params.command)
    if command is None:
        known = ", ".join(sorted(session.commands))
        raise errors.invalid_params([f"no such command {params.command!r}; there are {known} @ $.command"])
    found = command.handler(session, _argument(session, command.params, params.arguments))
    return await found if inspect.isawaitable(found) else found


def _argument(session: Session, type_: Any, arguments: object) -> Any:
    """A command takes one object, and none is an empty one."""
    if arguments is None or arguments == []:
        arguments = [{}]
    if not isinstance(arguments, list) or len(arguments) != 1:
        raise errors.invalid_params(["expected an array of one object @ $.arguments"])
    value = {} if arguments[0] is None else arguments[0]
    return structure(session.protocol.converter, value, type_, "$.arguments[0]")
