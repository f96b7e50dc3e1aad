"""Which method goes to which handler: the whole table."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import attrs
import cattrs
from lsprotocol import types as lsp

from ripwire.protocol import methods
from ripwire.protocol.converter import make_converter
from ripwire.protocol.handlers import (
    configuration,
    definition,
    document_highlight,
    document_symbol,
    documents,
    execute_command,
    files,
    folders,
    glob,
    grep,
    hover,
    life,
    progress,
    quick_open,
    references,
    status,
    text_document_content,
    tools,
    watched_files,
    web,
    workspace_symbol,
)
from ripwire.protocol.messages import documents as doc
from ripwire.protocol.messages import registry
from ripwire.protocol.messages import session as ses
from ripwire.protocol.messages import symbols as sym
from ripwire.protocol.messages import tools as tool
from ripwire.protocol.messages import web as net
from ripwire.protocol.messages.glob import FilesParams, GlobParams
from ripwire.protocol.messages.grep import GrepParams
from ripwire.protocol.messages.quick_open import QuickOpenParams
from ripwire.protocol.messages.status import StatusParams
from ripwire.protocol.messages.text_document_content import TextDocumentContentParams

Handler = Callable[[Any, Any], Any]


@attrs.frozen
class Feature:
    """A handler and the class of its params; None where the method has none."""

    handler: Handler
    params: Any = None
    quick: bool = False
    """Runs at once, in the order of messages; gets a task only if it returns something to wait for."""
    notification: bool = False


def _request(handler: Handler, params: Any = None) -> Feature:
    return Feature(handler, params)


def _quick(handler: Handler, params: Any = None) -> Feature:
    return Feature(handler, params, quick=True)


def _told(handler: Handler, params: Any = None) -> Feature:
    return Feature(handler, params, notification=True)


FEATURES: Mapping[str, Feature] = MappingProxyType(
    {
        lsp.INITIALIZE: _quick(life.initialize, ses.InitializeParams),
        lsp.INITIALIZED: _told(life.initialized),
        lsp.SHUTDOWN: _request(life.shutdown),
        lsp.EXIT: _told(life.exit_),
        lsp.CANCEL_REQUEST: _told(life.cancel_request, ses.CancelParams),
        lsp.TEXT_DOCUMENT_DID_OPEN: _told(documents.did_open, doc.DidOpenParams),
        lsp.TEXT_DOCUMENT_DID_CHANGE: _told(documents.did_change, doc.DidChangeParams),
        lsp.TEXT_DOCUMENT_DID_SAVE: _told(documents.did_save, doc.DidSaveParams),
        lsp.TEXT_DOCUMENT_DID_CLOSE: _told(documents.did_close, doc.DidCloseParams),
        lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: _told(
            folders.did_change_workspace_folders, ses.DidChangeWorkspaceFoldersParams
        ),
        lsp.WORKSPACE_DID_CHANGE_CONFIGURATION: _told(
            configuration.did_change_configuration, ses.DidChangeConfigurationParams
        ),
        lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES: _told(
            watched_files.did_change_watched_files, doc.DidChangeWatchedFilesParams
        ),
        lsp.WINDOW_WORK_DONE_PROGRESS_CANCEL: _told(
            progress.work_done_progress_cancel, ses.WorkDoneProgressCancelParams
        ),
        lsp.WORKSPACE_EXECUTE_COMMAND: _request(execute_command.execute_command, ses.ExecuteCommandParams),
        lsp.WORKSPACE_TEXT_DOCUMENT_CONTENT: _request(
            text_document_content.text_document_content, TextDocumentContentParams
        ),
        lsp.WORKSPACE_SYMBOL: _request(workspace_symbol.workspace_symbol, sym.WorkspaceSymbolParams),
        lsp.WORKSPACE_SYMBOL_RESOLVE: _request(
            workspace_symbol.workspace_symbol_resolve, sym.SymbolToResolve
        ),
        lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: _request(
            document_symbol.document_symbol, sym.DocumentSymbolParams
        ),
        lsp.TEXT_DOCUMENT_DEFINITION: _request(definition.definition, sym.PlaceParams),
        lsp.TEXT_DOCUMENT_REFERENCES: _request(references.references, sym.ReferenceParams),
        lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: _request(
            document_highlight.document_highlight, sym.PlaceParams
        ),
        lsp.TEXT_DOCUMENT_HOVER: _request(hover.hover, sym.PlaceParams),
        methods.GREP: _request(grep.grep, GrepParams),
        methods.GLOB: _request(glob.glob, GlobParams),
        methods.FILES: _request(files.files, FilesParams),
        methods.QUICK_OPEN: _request(quick_open.quick_open, QuickOpenParams),
        methods.STATUS: _quick(status.status, StatusParams),
        methods.TOOLS_REGISTER: _request(tools.register, tool.RegisterParams),
        methods.TOOLS_UNREGISTER: _request(tools.unregister, tool.UnregisterParams),
        methods.TOOLS_LIST: _request(tools.list_tools, tool.ListToolsParams),
        methods.TOOLS_SEARCH: _request(tools.search, tool.SearchToolsParams),
        methods.TOOLS_CALL: _request(tools.call, tool.CallToolParams),
        methods.WEB_FETCH: _request(web.fetch, net.WebFetchParams),
        methods.WEB_SEARCH: _request(web.search, net.WebSearchParams),
    }
)

COMMANDS: Mapping[str, Feature] = MappingProxyType(
    {
        "ripwire.status": _request(status.status, StatusParams),
        "ripwire.clearCaches": _request(status.clear_caches, StatusParams),
        "ripwire.tools.register": _request(tools.register, tool.RegisterParams),
        "ripwire.tools.unregister": _request(tools.unregister, tool.UnregisterParams),
        "ripwire.tools.list": _request(tools.list_tools, tool.ListToolsParams),
        "ripwire.tools.search": _request(tools.search, tool.SearchToolsParams),
        "ripwire.tools.call": _request(tools.call, tool.CallToolParams),
        "ripwire.web.fetch": _request(web.fetch, net.WebFetchParams),
        "ripwire.web.search": _request(web.search, net.WebSearchParams),
    }
)


@functools.cache
def shared_converter() -> cattrs.Converter:
    """One converter for all sessions; it is filled once and never changed."""
    return make_converter(registry.strict(), registry.lenient())
