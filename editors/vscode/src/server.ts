// The connection to the server: kept up, quiet, and the one place that counts what is running.

import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  ProgressType,
  type ServerOptions,
  State,
} from 'vscode-languageclient/node';
import { navigation } from './navigation';
import * as program from './program';
import * as settings from './settings';
import type { Answer, GrepAnswer, GrepParams, Match } from './wire';

export type Mood = 'starting' | 'ready' | 'searching' | 'incomplete' | 'noRipgrep' | 'missing' | 'down';

/** Waits between attempts to connect; the last one is repeated. */
const PAUSES_MS = [100, 500, 1_000, 2_000, 5_000, 15_000];

/** Ends with an entry in the log what the stock client ends with a popup. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

export class Server implements vscode.Disposable {
  private readonly moods = new vscode.EventEmitter<Mood>();
  readonly onDidChangeMood = this.moods.event;
  readonly log = vscode.window.createOutputChannel('Ripwire', { log: true });

  private client: QuietClient | undefined;
  private connected: Promise<QuietClient> | undefined;
  private attempts = 0;
  private running = 0;
  private rest: Mood = 'starting';
  private timer: NodeJS.Timeout | undefined;
  private disposed = false;
  private streams = 0;

  constructor(private readonly extension: vscode.ExtensionContext) {
    extension.subscriptions.push(vscode.workspace.onDidChangeConfiguration((event) => this.configured(event)));
  }

  get mood(): Mood {
    return this.running > 0 ? 'searching' : this.rest;
  }

  /** Connect, now and again after every loss, until disposed. */
  connect(): void {
    clearTimeout(this.timer);
    this.connected = this.open();
    this.connected.then(
      () => this.become('ready'),
      (error: unknown) => this.lost(error),
    );
  }

  /** Leave this connection and make a new one. */
  async restart(): Promise<void> {
    this.attempts = 0;
    await this.close();
    this.connect();
  }

  /** Search text; lines go to `take` while the server is still searching. */
  async grep(
    params: GrepParams,
    take: (batch: Match[]) => void,
    token: vscode.CancellationToken,
  ): Promise<GrepAnswer> {
    const partialResultToken = `ripwire-${++this.streams}`;
    return this.counted(async (client) => {
      const listening = client.onProgress(new ProgressType<Pick<GrepAnswer, 'matches'>>(), partialResultToken, (part) => {
        if (!token.isCancellationRequested) take(part.matches ?? []);
      });
      try {
        const answer = await client.sendRequest<GrepAnswer>('ripwire/grep', { ...params, partialResultToken }, token);
        this.judge(answer);
        return answer;
      } finally {
        listening.dispose();
      }
    });
  }

  /** Ask for a whole answer. */
  async ask<R>(method: string, params: object, token: vscode.CancellationToken): Promise<R> {
    return this.counted((client) => client.sendRequest<R>(method, params, token));
  }

  dispose(): void {
    this.disposed = true;
    clearTimeout(this.timer);
    void this.close();
    this.moods.dispose();
    this.log.dispose();
  }

  async close(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.dispose(2_000).catch(() => undefined);
  }

  private async counted<R>(work: (client: QuietClient) => Promise<R>): Promise<R> {
    this.running += 1;
    this.moods.fire(this.mood);
    try {
      const client = await this.connected;
      if (client === undefined) throw new Error('Ripwire is not connected yet.');
      return await work(client);
    } finally {
      this.running -= 1;
      this.moods.fire(this.mood);
    }
  }

  private async open(): Promise<QuietClient> {
    const client = new QuietClient('ripwire', 'Ripwire', this.transport(), this.options());
    this.client = client;
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Stopped && this.client === client) this.lost(new Error('the connection was closed'));
    });
    await client.start();
    this.attempts = 0;
    return client;
  }

  private transport(): ServerOptions {
    return async () => {
      const way = settings.client<string>('connection');
      const socket = way === 'socket' ? await program.socket() : undefined;
      return socket ? { reader: socket, writer: socket } : program.start(way === 'standalone');
    };
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: [{ scheme: 'file' }],
      outputChannel: this.log,
      traceOutputChannel: this.log,
      initializationOptions: settings.forServer(this.extension),
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
      },
      middleware: {
        ...navigation(),
        workspace: {
          configuration: (params) =>
            params.items.map((item) =>
              settings.forServer(this.extension, item.scopeUri ? vscode.Uri.parse(item.scopeUri) : undefined),
            ),
        },
      },
    };
  }

  private lost(error: unknown): void {
    if (this.disposed) return;
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    this.log.warn(missing ? `No program named ${program.commandLine()[0]}` : `Not connected: ${String(error)}`);
    this.become(missing ? 'missing' : 'down');
    void this.close();
    const pause = PAUSES_MS[Math.min(this.attempts++, PAUSES_MS.length - 1)];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), pause);
  }

  private configured(event: vscode.ConfigurationChangeEvent): void {
    if (['command', 'arguments', 'connection'].some((name) => event.affectsConfiguration(`ripwire.client.${name}`))) {
      void this.restart();
    } else if (event.affectsConfiguration('ripwire')) {
      const told = { settings: { ripwire: settings.forServer(this.extension) } };
      void this.client?.sendNotification('workspace/didChangeConfiguration', told).catch(() => undefined);
    }
  }

  private judge(answer: Answer): void {
    const mood = answer.outcome.incomplete ? 'incomplete' : answer.coverage.engine === 'rg' ? 'ready' : 'noRipgrep';
    this.become(mood);
  }

  private become(mood: Mood): void {
    this.rest = mood;
    this.moods.fire(this.mood);
  }
}
