// What `ripwire doctor` says, as a page.

import * as vscode from 'vscode';
import * as program from './program';
import type { Server } from './server';

const SCHEME = 'ripwire-doctor';

export class Doctor implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changes.event;
  private readonly page = vscode.Uri.parse(`${SCHEME}:Ripwire doctor.md`);
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  constructor(private readonly server: Server) {}

  async show(): Promise<void> {
    this.changes.fire(this.page);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(this.page), { preview: true });
  }

  async provideTextDocumentContent(): Promise<string> {
    const [name, args] = program.commandLine('doctor');
    const said = await program.run('doctor');
    return [
      `# Ripwire doctor`,
      '',
      `This window: ${this.server.mood}. VS Code ${vscode.version}${vscode.env.remoteName ? `, remote (${vscode.env.remoteName})` : ''}.`,
      `Command: ${[name, ...args].join(' ')}${said.code === 0 ? '' : ` (ended with ${said.code ?? 'no program'})`}`,
      '',
      said.stdout.trimEnd(),
      said.stderr.trimEnd(),
      '',
    ].join('\n');
  }

  dispose(): void {
    this.registration.dispose();
    this.changes.dispose();
  }
}
