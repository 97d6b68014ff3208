import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { RESPONSE_TIMEOUT } from './server-options.ts';

/** In milliseconds. */
const CHECK_INTERVAL = 1_000;

/** Called when a response was sent or its connection closed. */
export type OnAnswered = (response: ServerResponse, milliseconds: number) => void;

/**
 * Unfinished responses per connection, in request order. One set for the whole server would leak until a full garbage
 * collection: V8 rehashes a set into new tables, and an old table keeps its successors and their responses alive.
 */
export class OpenResponses {
  readonly #open = new Map<Duplex, ServerResponse[]>();
  /** Start time and bytes written by then. */
  readonly #stuck = new Map<ServerResponse, { since: number; bytes: number }>();
  readonly #timer: NodeJS.Timeout;
  #isClosing = false;

  constructor(server: Server, onAnswered?: OnAnswered) {
    server.on('connection', (socket: Duplex) => {
      this.#open.set(socket, []);
      socket.once('close', () => this.#open.delete(socket));
    });
    server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      const started = performance.now();
      response.shouldKeepAlive &&= !this.#isClosing;
      const open = this.#open.get(socket);
      open?.push(response);
      // `close` fires once; `once` would allocate a wrapper.
      response.on('close', () => {
        if (open?.[0] === response) open.shift();
        else open?.splice(open.indexOf(response), 1);
        onAnswered?.(response, performance.now() - started);
      });
    });
    this.#timer = setInterval(() => this.#disconnectSlowReaders(), CHECK_INTERVAL);
    this.#timer.unref();
    server.once('close', () => clearInterval(this.#timer));
  }

  on(socket: Duplex): readonly ServerResponse[] {
    return this.#open.get(socket) ?? [];
  }

  /** Later responses carry `Connection: close`. */
  disableKeepAlive(): void {
    this.#isClosing = true;
    for (const open of this.#open.values()) for (const response of open) response.shouldKeepAlive = false;
  }

  #disconnectSlowReaders(): void {
    const now = performance.now();
    for (const response of this.#stuck.keys()) if (!isStuck(response)) this.#stuck.delete(response);
    for (const response of [...this.#open.values()].flat()) {
      if (!isStuck(response)) continue;
      const bytes = response.socket?.bytesWritten ?? 0;
      const before = this.#stuck.get(response);
      if (before?.bytes !== bytes) this.#stuck.set(response, { since: now, bytes });
      else if (now - before.since > RESPONSE_TIMEOUT) response.socket?.destroy();
    }
  }
}

/** Without a socket, a response waits for the one before it. */
function isStuck({ socket, writableEnded, writableFinished, writableNeedDrain }: ServerResponse): boolean {
  return socket !== null && ((writableEnded && !writableFinished) || writableNeedDrain);
}
