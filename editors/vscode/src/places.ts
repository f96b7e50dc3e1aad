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
  const spans = match.ranges.map((range) => span(match, range, line.length));
  const indent = line.length - line.trimStart().length;
  const first = spans[0]?.[0] ?? 0;
  const cut = first - LEAD > indent && first + LEAD > ROOM;
  const from = cut ? first - LEAD : Math.min(indent, first);
  const text = (cut ? '…' : '') + line.slice(from, from + ROOM).replaceAll('\t', ' ');
  const inside = (at: number) => Math.max(0, Math.min(at - from + (cut ? 1 : 0), text.length));
  return {
    text,
    highlights: spans.map(([a, b]): [number, number] => [inside(a), inside(b)]).filter(([a, b]) => b > a),
  };
}

/** Where a match is in the text that was sent, of which the server may have cut the left. */
function span(match: Match, range: Range, length: number): [number, number] {
  const cut = match.textStart ? match.textStart - 1 : 0;
  const end = range.end.line > range.start.line ? length : range.end.character - cut;
  return [range.start.character - cut, end];
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
export function remember(): (previewed: string) => Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const { document, selection: at, viewColumn } = editor ?? {};
  return async (previewed) => {
    const now = vscode.window.activeTextEditor?.document.uri.toString();
    // What was opened since by other means stays.
    const moved = now !== undefined && now !== vscode.Uri.parse(previewed, true).toString();
    if (!document || !at || document.isClosed || moved) return;
    // The focus is the editor's again by itself, unless something else was opened since: that must keep it.
    const where = { preserveFocus: true, selection: at, ...(viewColumn ? { viewColumn } : {}) };
    await vscode.window.showTextDocument(document, where);
  };
}
