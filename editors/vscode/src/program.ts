// The `ripwire` program: how it is started, and short commands of it.

import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import * as net from 'node:net';
import * as vscode from 'vscode';
import * as settings from './settings';

export interface Said {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Program and arguments for a subcommand. */
export function commandLine(...more: string[]): [string, string[]] {
  return [settings.client<string>('command'), [...settings.client<string[]>('arguments'), ...more]];
}

/** Run a short command to its end.  `code` is null when there is no such program. */
export function run(...more: string[]): Promise<Said> {
  const [program, args] = commandLine(...more);
  return new Promise((resolve) => {
    execFile(program, args, { cwd: folder(), timeout: 30_000, encoding: 'utf8' }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, stdout, stderr: stderr || (error?.message ?? '') });
    });
  });
}

/** A server of its own or a pump to the daemon, once it runs; rejected when there is no such program. */
export function start(standalone: boolean): Promise<ChildProcessWithoutNullStreams> {
  const [program, args] = commandLine('--stdio', ...(standalone ? ['--standalone'] : []));
  const child = spawn(program, args, { cwd: folder() });
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', reject);
  });
}

/** A connection to the daemon's own socket, or nothing where no daemon runs or its door is not a file. */
export async function socket(): Promise<net.Socket | undefined> {
  const address = (await run('status', '--address')).stdout.trim();
  if (address === '' || address.startsWith('tcp:')) return undefined;
  return new Promise((resolve) => {
    const connection = net.connect(address);
    connection.once('connect', () => resolve(connection));
    connection.once('error', () => resolve(undefined));
  });
}

/** Any folder will do, as long as it is there: roots are told in `initialize`. */
function folder(): string | undefined {
  return vscode.workspace.workspaceFolders?.find((one) => one.uri.scheme === 'file')?.uri.fsPath;
}
