// Tools for language models inside VS Code (from 1.95).  Their last line says whether the answer is complete.

import * as path from 'node:path';
import * as vscode from 'vscode';
import { newer, since, type Tool } from './newer';
import type { Server } from './server';
import type { Answer, FileHit, GlobAnswer, GrepAnswer, GrepParams } from './wire';
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

interface Symbol {
  name: string;
  containerName?: string;
  location: { uri: string; range: { start: { line: number } } };
}

/** Register what this VS Code can take; nothing in one that is too old. */
export function registerTools(server: Server): vscode.Disposable[] {
  const register = newer.lm?.registerTool;
  if (!since(95) || !register || !newer.LanguageModelToolResult) return [];
  return [
    register('ripwire_grep', tool<GrepInput>(({ pattern }) => `Searching for ${pattern}`, (input, token) => grep(server, input, token))),
    register('ripwire_glob', tool<{ pattern: string; path?: string }>(({ pattern }) => `Listing ${pattern}`, (input, token) => glob(server, input, token))),
    register('ripwire_symbols', tool<{ query: string }>(({ query }) => `Looking for the symbol ${query}`, (input, token) => symbols(server, input, token))),
  ];
}

function tool<Input>(
  announce: (input: Input) => string,
  work: (input: Input, token: vscode.CancellationToken) => Promise<string>,
): Tool<Input> {
  return {
    prepareInvocation: ({ input }) => ({ invocationMessage: announce(input) }),
    invoke: async ({ input }, token) =>
      new newer.LanguageModelToolResult!([new newer.LanguageModelTextPart!(await work(input, token))]),
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

async function glob(server: Server, input: object, token: vscode.CancellationToken): Promise<string> {
  const answer = await server.ask<GlobAnswer>('ripwire/glob', input, token);
  return told(answer.files.map(name), answer, 'file');
}

async function symbols(server: Server, input: { query: string }, token: vscode.CancellationToken): Promise<string> {
  const found = (await server.ask<Symbol[] | null>('workspace/symbol', input, token)) ?? [];
  const lines = found.map(({ name: symbol, containerName, location }) => {
    const file = vscode.workspace.asRelativePath(vscode.Uri.parse(location.uri));
    return `${file}:${location.range.start.line + 1}:${containerName ? `${containerName}.` : ''}${symbol}`;
  });
  return [...lines, `${counted(lines.length, 'symbol')}, best first.`].join('\n');
}

function told(lines: string[], answer: Answer, unit: 'line' | 'file'): string {
  return [...lines, summary(answer, lines.length, unit)].join('\n');
}

/** Relative to its folder where that is unambiguous, as everywhere in VS Code. */
function name(hit: FileHit): string {
  const shown = vscode.workspace.asRelativePath(vscode.Uri.parse(hit.uri));
  return shown.split(path.sep).join('/');
}
