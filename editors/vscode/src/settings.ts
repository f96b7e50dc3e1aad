// Settings: ours (`ripwire.client.*`) stay here; the server's are passed on, if the user wrote them.

import * as vscode from 'vscode';

const SECTION = 'ripwire';
const OURS = 'ripwire.client.';

export function client<T>(name: string): T {
  return vscode.workspace.getConfiguration('ripwire.client').get<T>(name)!;
}

/**
 * The server's settings that the user wrote somewhere, as a nested object.
 *
 * Defaults are not sent: they would hide the user's own config file, which all editors share.
 */
export function forServer(extension: vscode.ExtensionContext, scope?: vscode.Uri): object {
  const configuration = vscode.workspace.getConfiguration(undefined, scope ?? null);
  const tree = {};
  for (const key of serverKeys(extension)) {
    const found = configuration.inspect(key);
    const value = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
    if (value !== undefined) {
      put(tree, key.slice(SECTION.length + 1).split('.'), value);
    }
  }
  return tree;
}

function serverKeys(extension: vscode.ExtensionContext): string[] {
  const sections = extension.extension.packageJSON.contributes.configuration as { properties: object }[];
  return sections.flatMap((section) => Object.keys(section.properties)).filter((key) => !key.startsWith(OURS));
}

function put(tree: Record<string, unknown>, path: string[], value: unknown): void {
  const [head, ...rest] = path;
  if (head === undefined) return;
  if (rest.length === 0) {
    tree[head] = value;
  } else {
    put((tree[head] ??= {}) as Record<string, unknown>, rest, value);
  }
}
