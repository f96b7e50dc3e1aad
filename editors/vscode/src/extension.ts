// Ripwire in VS Code.  This file only puts the parts together; each part says at its top what it is for.

import * as vscode from 'vscode';
import { Doctor } from './doctor';
import { GrepBox } from './grep';
import { registerMcp } from './mcp';
import { forgetOthers } from './navigation';
import { QuickOpenBox } from './quickOpen';
import { ResultsView } from './results';
import { Server } from './server';
import { statusBar } from './statusBar';
import { registerTools } from './tools';
import type { GrepParams } from './wire';

let server: Server | undefined;

export function activate(extension: vscode.ExtensionContext): void {
  server = new Server(extension);
  const results = new ResultsView(server);
  const grep = new GrepBox(server, results);
  const quickOpen = new QuickOpenBox(server);
  const doctor = new Doctor(server);
  const on = (name: string, run: (...args: never[]) => unknown) => vscode.commands.registerCommand(`ripwire.${name}`, run);

  extension.subscriptions.push(
    server,
    results,
    doctor,
    statusBar(server),
    vscode.extensions.onDidChange(forgetOthers),
    on('grep', (text?: string) => grep.show(text)),
    on('quickOpen', () => quickOpen.show()),
    on('symbols', () => vscode.commands.executeCommand('workbench.action.showAllSymbols')),
    on('results.search', (params: GrepParams) => results.search(params)),
    on('results.again', () => results.again()),
    on('results.stop', () => results.stop()),
    on('results.clear', () => results.clear()),
    on('doctor', () => doctor.show()),
    on('restart', () => server?.restart()),
    on('log', () => server?.log.show()),
    ...registerTools(server),
    ...registerMcp(extension.extension.packageJSON.version as string),
  );
  server.connect();
}

export async function deactivate(): Promise<void> {
  await server?.close();
}
