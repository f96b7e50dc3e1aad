// Open a file by a few letters of its name: every key asks anew, the newer question cancels the older.

import * as vscode from 'vscode';
import * as places from './places';
import type { Server } from './server';
import type { QuickOpenAnswer, QuickOpenFile } from './wire';
import { failure } from './words';

/** As many as fit on a screen twice; the ranking is the server's. */
const LIMIT = 100;

interface FileItem extends vscode.QuickPickItem {
  uri: string;
}

export class QuickOpenBox {
  constructor(private readonly server: Server) {}

  show(): void {
    const pick = vscode.window.createQuickPick<FileItem>();
    let current = new vscode.CancellationTokenSource();
    let line: number | undefined;
    let column = 0;

    const ask = async () => {
      current.cancel();
      const mine = (current = new vscode.CancellationTokenSource());
      pick.busy = true;
      try {
        const params = { query: pick.value, limit: LIMIT };
        const answer = await this.server.ask<QuickOpenAnswer>('ripwire/quickOpen', params, mine.token);
        if (mine.token.isCancellationRequested) return;
        line = answer.line;
        column = answer.character ?? 0;
        pick.items = answer.files.map(item);
        pick.title = title(answer);
      } catch (error) {
        if (mine.token.isCancellationRequested) return;
        pick.title = `Ripwire: ${failure(error)}`;
      }
      pick.busy = false;
    };

    pick.placeholder = 'Open a file; name:42 goes to line 42';
    (pick as { sortByLabel?: boolean }).sortByLabel = false; // as in grep.ts: the order is the server's
    pick.onDidChangeValue(() => void ask());
    pick.onDidHide(() => {
      current.cancel();
      pick.dispose();
    });
    pick.onDidAccept(async () => {
      const chosen = pick.activeItems[0];
      if (!chosen) return;
      pick.hide();
      const at = line === undefined ? undefined : new vscode.Range(line, column, line, column);
      await places.open(chosen.uri, at, false).then(undefined, (error: unknown) => this.server.log.warn(String(error)));
    });
    pick.show();
    void ask();
  }
}

function title(answer: QuickOpenAnswer): string {
  if (answer.outcome.incomplete) return 'Ripwire: Incomplete: not all files are listed.';
  return answer.files.length === 0 ? 'Ripwire: No file of this name.' : 'Ripwire: best first';
}

/** The editor paints the matched letters itself: it has no way to be told where they are. */
function item(file: QuickOpenFile): FileItem {
  const slash = file.path.lastIndexOf('/');
  return {
    label: `$(file) ${file.path.slice(slash + 1)}`,
    description: file.path.slice(0, Math.max(slash, 0)),
    alwaysShow: true,
    uri: file.uri,
  };
}
