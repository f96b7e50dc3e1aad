// What VS Code gained after the oldest version that we support (1.91): each part may be missing.
// The types are our own, so that the compiler makes us look before we use one.

import * as vscode from 'vscode';

export interface ToolCall<Input> {
  input: Input;
}

export interface Tool<Input> {
  prepareInvocation?(call: ToolCall<Input>): { invocationMessage: string };
  invoke(call: ToolCall<Input>, token: vscode.CancellationToken): Promise<unknown>;
}

export interface McpProvider {
  onDidChangeMcpServerDefinitions: vscode.Event<void>;
  provideMcpServerDefinitions(): unknown[];
}

interface Newer {
  lm?: {
    /** From 1.95. */
    registerTool?<Input>(name: string, tool: Tool<Input>): vscode.Disposable;
    /** From 1.101. */
    registerMcpServerDefinitionProvider?(id: string, provider: McpProvider): vscode.Disposable;
  };
  LanguageModelToolResult?: new (parts: unknown[]) => unknown;
  LanguageModelTextPart?: new (text: string) => unknown;
  McpStdioServerDefinition?: new (label: string, command: string, args: string[], env?: object, version?: string) => unknown;
}

/** Whether this VS Code is that new: an older one may have a draft of an interface that takes no part in it. */
export function since(minor: number): boolean {
  const [major = 0, ours = 0] = vscode.version.split('.').map(Number);
  return major > 1 || ours >= minor;
}

export const newer = vscode as unknown as Newer;
