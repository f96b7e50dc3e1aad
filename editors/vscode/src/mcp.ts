// Tells VS Code (from 1.101) of the MCP server that agents in this window may start: the same daemon's other door.

import * as vscode from 'vscode';
import { newer, since } from './newer';
import { commandLine } from './program';

export function registerMcp(version: string): vscode.Disposable[] {
  const register = newer.lm?.registerMcpServerDefinitionProvider;
  const Definition = newer.McpStdioServerDefinition;
  if (!since(101) || !register || !Definition) return [];
  const changes = new vscode.EventEmitter<void>();
  const provider = {
    onDidChangeMcpServerDefinitions: changes.event,
    provideMcpServerDefinitions: () => {
      const [command, args] = commandLine('mcp');
      const definition = new Definition('Ripwire', command, args, {}, version) as { cwd?: vscode.Uri };
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
      if (folder) definition.cwd = folder;
      return [definition];
    },
  };
  const watching = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('ripwire.client')) changes.fire();
  });
  return [register('ripwire', provider), watching, changes];
}
