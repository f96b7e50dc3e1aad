// Tools for language models inside VS Code (from 1.95).  Their last line says whether the answer is complete.

import * as path from 'node:path';
import * as vscode from 'vscode';
import { newer, since, type Tool } from './newer';
import type { Server } from './server';
import type { Answer, FileHit, GlobAnswer, GrepAnswer, GrepParams, Range } from './wire';
import { counted, summary } from './words';

const HEAD_LIMIT = 100;
const LONGEST_LINE = 500;

interface GrepInput {
  pattern: string;
  path?: string;
  glob?: string;
  outputMode?: GrepParams['outputMode'];
  ignoreCase?: boolean;
  headLimit?: number;
}

interface GlobInput {
  pattern: string;
  path?: string;
}

interface Definition {
  name: string;
  containerName?: string;
  /** Without a range where the client says that it can ask for it later, as the editor's library does. */
  location: { uri: string; range?: Range };
}

/** Register what this VS Code can take; nothing in one that is too old. */
export function registerTools(server: Server): vscode.Disposable[] {
  const register = newer.lm?.registerTool;
  if (!since(95) || !register || !newer.LanguageModelToolResult) return [];
  return [
    register('ripwire_grep', tool(server, grep, ({ pattern }) => `Searching for ${pattern}`)),
    register('ripwire_glob', tool(server, glob, ({ pattern }) => `Listing ${pattern}`)),
    register('ripwire_symbols', tool(server, symbols, ({ query }) => `Looking for the symbol ${query}`)),
  ];
}

function tool<Input>(
  server: Server,
  work: (server: Server, input: Input, token: vscode.CancellationToken) => Promise<string>,
  announce: (input: Input) => string,
): Tool<Input> {
  return {
    prepareInvocation: ({ input }) => ({ invocationMessage: announce(input) }),
    invoke: async ({ input }, token) =>
      new newer.LanguageModelToolResult!([new newer.LanguageModelTextPart!(await work(server, input, token))]),
  };
}

async function grep(server: Server, input: GrepInput, token: vscode.CancellationToken): Promise<string> {
  const outputMode = input.outputMode ?? 'filesWithMatches';
  const params: GrepParams = {
    pattern: input.pattern,
    outputMode,
    headLimit: input.headLimit ?? HEAD_LIMIT,
    maxLineLength: LONGEST_LINE,
    caseMode: input.ignoreCase ? 'insensitive' : 'sensitive',
    ...(input.path ? { path: input.path } : {}),
    ...(input.glob ? { glob: [input.glob] } : {}),
  };
  const answer = await server.ask<GrepAnswer>('ripwire/grep', params, token);
  const lines = [
    ...(answer.matches ?? []).map((match) => `${name(match)}:${match.line + 1}:${match.text}`),
    ...(answer.counts ?? []).map((count) => `${name(count)}:${count.lines}`),
    ...(answer.files ?? []).map(name),
  ];
  return told(lines, answer, outputMode === 'content' ? 'line' : 'file');
}

async function glob(server: Server, input: GlobInput, token: vscode.CancellationToken): Promise<string> {
  const answer = await server.ask<GlobAnswer>('ripwire/glob', input, token);
  return told(answer.files.map(name), answer, 'file');
}

async function symbols(server: Server, input: { query: string }, token: vscode.CancellationToken): Promise<string> {
  const found = (await server.ask<Definition[] | null>('workspace/symbol', input, token)) ?? [];
  const whole = await Promise.all(found.slice(0, HEAD_LIMIT).map((one) => resolved(server, one, token)));
  const more = found.length > whole.length ? ' There are more: give more of the name.' : '';
  return [...whole.map(line), `${counted(whole.length, 'symbol')}, best first.${more}`].join('\n');
}

async function resolved(server: Server, found: Definition, token: vscode.CancellationToken): Promise<Definition> {
  return found.location.range ? found : server.ask('workspaceSymbol/resolve', found, token);
}

function line({ name: symbol, containerName, location }: Definition): string {
  const file = vscode.workspace.asRelativePath(vscode.Uri.parse(location.uri));
  const at = location.range ? `${location.range.start.line + 1}:` : '';
  return `${file}:${at}${containerName ? `${containerName}.` : ''}${symbol}`;
}

function told(lines: string[], answer: Answer, unit: 'line' | 'file'): string {
  return [...lines, summary(answer, lines.length, unit)].join('\n');
}

/** Relative to its folder where that is unambiguous, as everywhere in VS Code. */
function name(hit: FileHit): string {
  const shown = vscode.workspace.asRelativePath(vscode.Uri.parse(hit.uri));
  return shown.split(path.sep).join('/');
}
