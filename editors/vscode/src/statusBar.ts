// One word at the bottom of the window, with the doctor behind it.

import * as vscode from 'vscode';
import type { Mood, Server } from './server';

const FACES: Record<Mood, { text: string; tooltip: string; bad?: boolean }> = {
  starting: { text: '$(loading~spin) Ripwire: connecting', tooltip: 'Connecting to the daemon…' },
  ready: { text: '$(search) Ripwire', tooltip: 'Ready.' },
  searching: { text: '$(loading~spin) Ripwire: searching', tooltip: 'Searching…' },
  incomplete: { text: '$(warning) Ripwire: incomplete', tooltip: 'The last search did not finish: there may be more.', bad: true },
  noRipgrep: { text: '$(warning) Ripwire: no rg', tooltip: 'There is no usable ripgrep; a slower program searched.', bad: true },
  missing: { text: '$(error) Ripwire: not installed', tooltip: 'There is no program `ripwire`: `python3 -m pip install .` in the checkout, or set `ripwire.client.command`.', bad: true },
  down: { text: '$(debug-disconnect) Ripwire: connecting again', tooltip: 'The daemon is gone; a new one is being started.', bad: true },
};

export function statusBar(server: Server): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('ripwire', vscode.StatusBarAlignment.Left, 0);
  item.name = 'Ripwire';
  item.command = 'ripwire.doctor';
  const draw = (mood: Mood) => {
    const face = FACES[mood];
    item.text = face.text;
    item.tooltip = `${face.tooltip}\nClick for what is used and why.`;
    item.backgroundColor = face.bad ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  };
  draw(server.mood);
  item.show();
  return vscode.Disposable.from(item, server.onDidChangeMood(draw));
}
