// The buttons of the search box: how the text is read.

import * as vscode from 'vscode';
import * as settings from './settings';
import type { GrepParams } from './wire';

interface Toggle {
  icon: string;
  on: string;
  off: string;
}

const TOGGLES = {
  case: { icon: 'case-sensitive', on: 'Case as written', off: 'Case ignored unless capitals are typed' },
  word: { icon: 'whole-word', on: 'Whole words', off: 'Parts of words too' },
  regex: { icon: 'regex', on: 'Regular expression', off: 'Plain text' },
  unsaved: { icon: 'save', on: 'Unsaved text is searched', off: 'Files on disk only' },
} satisfies Record<string, Toggle>;

type Name = keyof typeof TOGGLES;

interface ToggleButton extends vscode.QuickInputButton {
  name: Name;
}

/** Kept while the window lives, so that the next search starts as the last one was. */
export class Toggles {
  private readonly state: Record<Name, boolean> = { case: false, word: false, regex: false, unsaved: true };

  constructor() {
    this.state.unsaved = settings.client<boolean>('unsaved');
  }

  buttons(): ToggleButton[] {
    return (Object.keys(TOGGLES) as Name[]).map((name) => {
      const toggle: Toggle = TOGGLES[name];
      const on = this.state[name];
      const color = on ? new vscode.ThemeColor('inputOption.activeForeground') : new vscode.ThemeColor('disabledForeground');
      return {
        name,
        iconPath: new vscode.ThemeIcon(toggle.icon, color),
        tooltip: on ? `${toggle.on} (on)` : `${toggle.off}`,
      };
    });
  }

  /** Whether the button was one of ours; if so it is pressed. */
  press(button: vscode.QuickInputButton): boolean {
    const name = (button as Partial<ToggleButton>).name;
    if (name === undefined || !(name in TOGGLES)) return false;
    this.state[name] = !this.state[name];
    return true;
  }

  /** What is set, in words, for a place where buttons are too small. */
  words(): string {
    return [
      this.state.regex ? 'regular expression' : 'plain text',
      ...(this.state.case ? ['case as written'] : []),
      ...(this.state.word ? ['whole words'] : []),
      this.state.unsaved ? 'unsaved text included' : 'files on disk only',
    ].join(', ');
  }

  params(): Pick<GrepParams, 'caseMode' | 'word' | 'fixedStrings' | 'unsaved'> {
    return {
      caseMode: this.state.case ? 'sensitive' : 'smart',
      word: this.state.word,
      fixedStrings: !this.state.regex,
      unsaved: this.state.unsaved,
    };
  }
}
