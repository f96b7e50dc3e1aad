// The results view: files and their lines, growing while the search runs; its first line says how it ended.

import * as vscode from 'vscode';
import * as places from './places';
import type { Server } from './server';
import * as settings from './settings';
import type { GrepParams, Match } from './wire';
import { counted, failure, summary } from './words';

/** The tree is drawn no more often than this. */
const DRAWING_MS = 100;
/** The view takes so many times more lines than the box. */
const MORE = 10;

interface FileNode {
  uri: string;
  matches: Match[];
}

type Node = FileNode | Match;

export class ResultsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;
  private readonly view: vscode.TreeView<Node>;
  private files: FileNode[] = [];
  private lines = 0;
  private params: GrepParams | undefined;
  private running: vscode.CancellationTokenSource | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView('ripwire.results', { treeDataProvider: this, showCollapseAll: true });
  }

  async search(params: GrepParams): Promise<void> {
    this.stop();
    const search = new vscode.CancellationTokenSource();
    this.running = search;
    this.params = params;
    this.files = [];
    this.lines = 0;
    this.view.description = params.pattern;
    this.say('Searching…');
    await Promise.all([
      vscode.commands.executeCommand('setContext', 'ripwire.searching', true),
      vscode.commands.executeCommand('ripwire.results.focus'),
    ]);
    const limits = { headLimit: settings.client<number>('limit') * MORE, stream: 'view' };
    try {
      const take = (batch: Match[]) => this.add(batch);
      const answer = await this.server.grep({ ...params, ...limits }, take, search.token);
      this.say(`${summary(answer, this.lines, 'line')} ${this.unsaved(params)}`);
    } catch (error) {
      const stopped = search.token.isCancellationRequested;
      if (this.running !== search) return;
      this.say(stopped ? `Stopped. ${counted(this.lines, 'line')} so far; there may be more.` : failure(error));
    }
    await vscode.commands.executeCommand('setContext', 'ripwire.searching', false);
  }

  async again(): Promise<void> {
    if (this.params) await this.search(this.params);
  }

  stop(): void {
    this.running?.cancel();
  }

  clear(): void {
    this.stop();
    this.running = undefined;
    this.params = undefined;
    this.files = [];
    this.view.description = '';
    this.say('');
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) return this.files;
    return 'matches' in node ? node.matches : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return 'matches' in node ? fileItem(node) : lineItem(node);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.stop();
    this.view.dispose();
    this.changes.dispose();
  }

  private add(batch: Match[]): void {
    for (const match of batch) {
      const last = this.files.at(-1);
      if (last?.uri === match.uri) {
        last.matches.push(match);
      } else {
        this.files.push({ uri: match.uri, matches: [match] });
      }
    }
    this.lines += batch.length;
    this.timer ??= setTimeout(() => this.draw(), DRAWING_MS);
  }

  private draw(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.changes.fire();
  }

  private say(words: string): void {
    this.view.message = words;
    this.draw();
  }

  private unsaved(params: GrepParams): string {
    return params.unsaved === false ? 'Files on disk only.' : 'Unsaved text was searched too.';
  }
}

function fileItem(file: FileNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.Uri.parse(file.uri, true), vscode.TreeItemCollapsibleState.Expanded);
  const shown = vscode.workspace.asRelativePath(vscode.Uri.parse(file.uri, true));
  item.description = `${shown.slice(0, Math.max(shown.lastIndexOf('/'), 0))} · ${file.matches.length}`;
  item.iconPath = vscode.ThemeIcon.File;
  return item;
}

function lineItem(match: Match): vscode.TreeItem {
  const { text, highlights } = places.shown(match);
  const selection = places.selection(match);
  const item = new vscode.TreeItem({ label: text, highlights }, vscode.TreeItemCollapsibleState.None);
  item.description = `line ${match.line + 1}${match.source === 'buffer' ? ' · not saved' : ''}`;
  item.tooltip = match.text;
  item.command = { command: 'vscode.open', title: 'Open', arguments: [vscode.Uri.parse(match.uri, true), { selection }] };
  return item;
}
