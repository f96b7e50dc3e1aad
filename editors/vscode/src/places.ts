// From a hit on the wire to a place in an editor, and what of its line is shown.

import * as vscode from 'vscode';
import type { Match, Range } from './wire';

/** Characters of a line that a list has room for. */
const ROOM = 160;
/** Characters shown before the match when the line is longer than the room. */
const LEAD = 40;

export interface Shown {
  text: string;
  /** Where the matches are in `text`. */
  highlights: [number, number][];
}

export function toRange(range: Range): vscode.Range {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}

/** The first match of the line, which is what an editor selects. */
export function selection(match: Match): vscode.Range {
  const first = match.ranges[0];
  return first ? toRange(first) : new vscode.Range(0, 0, 0, 0);
}

/** The line around its first match, without indentation. */
export function shown(match: Match): Shown {
  const line = match.text.split('\n', 1)[0] ?? '';
  const spans = match.ranges.map((range) => span(range, line.length));
  const indent = line.length - line.trimStart().length;
  const first = spans[0]?.[0] ?? 0;
  const from = Math.max(Math.min(indent, first), first + LEAD > ROOM ? first - LEAD : 0);
  const text = (from > indent ? '…' : '') + line.slice(from, from + ROOM).replaceAll('\t', ' ');
  const shift = from - (from > indent ? 1 : 0);
  const inside = (at: number) => Math.max(0, Math.min(at - shift, text.length));
  return {
    text,
    highlights: spans.map(([a, b]): [number, number] => [inside(a), inside(b)]).filter(([a, b]) => b > a),
  };
}

function span(range: Range, length: number): [number, number] {
  const end = range.end.line > range.start.line ? length : range.end.character;
  return [range.start.character, end];
}

/** Show the place; `keepFocus` is for looking before choosing. */
export async function open(uri: string, at: vscode.Range | undefined, keepFocus: boolean): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(vscode.Uri.parse(uri, true), {
    preview: keepFocus,
    preserveFocus: keepFocus,
    ...(at ? { selection: at } : {}),
  });
  if (at) editor.revealRange(at, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}

/** Where the user was, so that leaving a search box without a choice changes nothing. */
export function remember(): () => Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const { document, selection: at, viewColumn } = editor ?? {};
  return async () => {
    if (!document || !at || document.isClosed) return;
    await vscode.window.showTextDocument(document, { selection: at, ...(viewColumn ? { viewColumn } : {}) });
  };
}
