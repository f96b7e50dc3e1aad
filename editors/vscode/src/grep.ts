// The search box: results stream in while you type, and typing on cancels what was still running.

import * as vscode from 'vscode';
import * as places from './places';
import type { ResultsView } from './results';
import type { Server } from './server';
import * as settings from './settings';
import { Toggles } from './toggles';
import type { GrepParams, Match } from './wire';
import { failure, summary } from './words';

/** A pause in typing after which the search starts. */
const TYPING_MS = 60;
/** The list is drawn no more often than this while batches come in. */
const DRAWING_MS = 60;
/** The preview follows the cursor after this rest. */
const PREVIEW_MS = 120;

interface Hit extends vscode.QuickPickItem {
  match?: Match;
}

const TO_VIEW: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('list-tree'),
  tooltip: 'Show all in the results view',
};
const TO_SIDE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('split-horizontal'), tooltip: 'Open to the side' };

export class GrepBox {
  private readonly toggles = new Toggles();
  private last = '';

  constructor(
    private readonly server: Server,
    private readonly results: ResultsView,
  ) {}

  /** Show the box; with a text, or with the selection of the editor, search it at once. */
  show(text?: string): void {
    const session = new Session(this.server, this.results, this.toggles, (value) => (this.last = value));
    session.begin(text ?? selected() ?? this.last);
  }
}

class Session {
  private readonly pick = vscode.window.createQuickPick<Hit>();
  private readonly back = places.remember();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private search: vscode.CancellationTokenSource | undefined;
  private items: Hit[] = [];
  private chosen = false;
  private previewed: string | undefined;

  constructor(
    private readonly server: Server,
    private readonly results: ResultsView,
    private readonly toggles: Toggles,
    private readonly keep: (value: string) => void,
  ) {
    const { pick } = this;
    pick.placeholder = 'Search text in all files';
    pick.keepScrollPosition = true;
    // Not in the published types, but in all versions we support: without it hits would lose their order.
    (pick as { sortByLabel?: boolean }).sortByLabel = false;
    pick.buttons = [...toggles.buttons(), TO_VIEW];
    pick.onDidChangeValue(() => this.later('search', TYPING_MS, () => void this.run()));
    pick.onDidTriggerButton((button) => this.pressed(button));
    pick.onDidTriggerItemButton(({ item }) => void this.beside(item));
    pick.onDidChangeActive(([item]) => this.later('preview', PREVIEW_MS, () => void this.preview(item)));
    pick.onDidAccept(() => void this.accept());
    pick.onDidHide(() => this.end());
  }

  begin(value: string): void {
    this.pick.value = value;
    this.pick.title = this.title(this.toggles.words());
    this.pick.show();
    void this.run();
  }

  private async run(): Promise<void> {
    this.search?.cancel();
    const search = new vscode.CancellationTokenSource();
    this.search = search;
    this.items = [];
    const pattern = this.pick.value;
    this.keep(pattern);
    if (pattern === '') return this.nothing();
    this.pick.busy = true;
    this.pick.title = this.title('Searching…');
    try {
      const answer = await this.server.grep(
        { ...this.params(), headLimit: settings.client<number>('limit'), stream: 'box' },
        (batch) => this.add(batch),
        search.token,
      );
      if (!search.token.isCancellationRequested) this.finish(summary(answer, this.hits(), 'line'));
    } catch (error) {
      // Cancelled by the next key: that search says what there is to say.
      if (!search.token.isCancellationRequested) this.finish(failure(error));
    }
  }

  private params(): GrepParams {
    return { pattern: this.pick.value, outputMode: 'content', ...this.toggles.params() };
  }

  private add(batch: Match[]): void {
    for (const match of batch) {
      if (this.items.at(-1)?.match?.uri !== match.uri) {
        this.items.push({ label: vscode.workspace.asRelativePath(vscode.Uri.parse(match.uri)), kind: vscode.QuickPickItemKind.Separator });
      }
      this.items.push(hit(match));
    }
    if (!this.timers.has('draw')) this.later('draw', DRAWING_MS, () => this.draw());
  }

  private draw(): void {
    const active = this.pick.activeItems[0]?.match;
    this.pick.items = this.items;
    const same = active && this.items.find((item) => item.match === active);
    if (same) this.pick.activeItems = [same];
  }

  private finish(words: string): void {
    this.stop('draw');
    this.draw();
    this.pick.busy = false;
    this.pick.title = this.title(words);
  }

  private nothing(): void {
    this.pick.items = [];
    this.pick.busy = false;
    this.pick.title = this.title(this.toggles.words());
  }

  private pressed(button: vscode.QuickInputButton): void {
    if (button === TO_VIEW) {
      const params = this.params();
      this.pick.hide();
      void this.results.search(params);
    } else if (this.toggles.press(button)) {
      this.pick.buttons = [...this.toggles.buttons(), TO_VIEW];
      void this.run();
    }
  }

  private async preview(item: Hit | undefined): Promise<void> {
    if (!item?.match || this.chosen || !settings.client<boolean>('preview')) return;
    this.previewed = item.match.uri;
    await quietly(this.server, places.open(item.match.uri, places.selection(item.match), true));
  }

  private async accept(): Promise<void> {
    const match = this.pick.activeItems[0]?.match;
    if (!match) return;
    this.chosen = true;
    this.pick.hide();
    await quietly(this.server, places.open(match.uri, places.selection(match), false));
  }

  private async beside({ match }: Hit): Promise<void> {
    if (!match) return;
    this.chosen = true;
    this.pick.hide();
    const where = { viewColumn: vscode.ViewColumn.Beside, selection: places.selection(match) };
    await quietly(this.server, vscode.window.showTextDocument(vscode.Uri.parse(match.uri, true), where));
  }

  private end(): void {
    for (const name of [...this.timers.keys()]) this.stop(name);
    this.search?.cancel();
    this.pick.dispose();
    if (this.previewed !== undefined && !this.chosen) void this.back(this.previewed);
  }

  private hits(): number {
    return this.items.filter((item) => item.match).length;
  }

  private title(words: string): string {
    return `Ripwire: ${words}`;
  }

  private later(name: string, ms: number, work: () => void): void {
    this.stop(name);
    const go = () => {
      this.timers.delete(name);
      work();
    };
    this.timers.set(name, setTimeout(go, ms));
  }

  private stop(name: string): void {
    clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }
}

function hit(match: Match): Hit {
  const { text } = places.shown(match);
  const unsaved = match.source === 'buffer' ? ' · not saved' : '';
  return { label: text || ' ', description: `line ${match.line + 1}${unsaved}`, alwaysShow: true, buttons: [TO_SIDE], match };
}

function selected(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.selection.isEmpty || !editor.selection.isSingleLine) return undefined;
  return editor.document.getText(editor.selection);
}

/** A file that is gone since it was found goes to the log, not into the user's face. */
async function quietly(server: Server, work: Thenable<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    server.log.warn(failure(error));
  }
}
