// Definitions, references and the like: ours only where no other extension answers, unless told otherwise.

import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import * as settings from './settings';

/** Languages in which another extension has answered, by command.  Forgotten when extensions change. */
const answered = new Set<string>();
/** What we are just asking the others: our own provider is asked too then and must stay silent. */
const asking = new Set<string>();

type Others = unknown[] | undefined;

/** What the client asks before it asks the server. */
export function navigation(): Middleware {
  return {
    provideDefinition: (document, position, token, next) =>
      alone('vscode.executeDefinitionProvider', document, position, () => next(document, position, token)),
    provideReferences: (document, position, options, token, next) =>
      alone('vscode.executeReferenceProvider', document, position, () => next(document, position, options, token)),
    provideDocumentHighlights: (document, position, token, next) =>
      alone('vscode.executeDocumentHighlights', document, position, () => next(document, position, token)),
    provideHover: (document, position, token, next) =>
      alone('vscode.executeHoverProvider', document, position, () => next(document, position, token)),
    provideDocumentSymbols: (document, token, next) =>
      alone('vscode.executeDocumentSymbolProvider', document, undefined, () => next(document, token)),
    provideWorkspaceSymbols: (query, token, next) => (settings.client('workspaceSymbols') ? next(query, token) : []),
  };
}

export function forgetOthers(): void {
  answered.clear();
}

async function alone<T>(
  command: string,
  document: vscode.TextDocument,
  position: vscode.Position | undefined,
  ours: () => vscode.ProviderResult<T>,
): Promise<T | null | undefined> {
  const when = settings.client<string>('providers');
  if (when === 'never') return undefined;
  if (when === 'always') return ours();
  const language = `${command} ${document.languageId}`;
  const question = `${command} ${document.uri.toString()} ${position?.line}:${position?.character}`;
  if (answered.has(language) || asking.has(question)) return undefined;
  asking.add(question);
  try {
    const others = await vscode.commands.executeCommand<Others>(command, document.uri, ...(position ? [position] : []));
    if (others && others.length > 0) {
      answered.add(language);
      return undefined;
    }
  } finally {
    asking.delete(question);
  }
  return ours();
}
