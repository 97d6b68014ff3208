import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { MAX_PIPELINED, RESPONSE_TIMEOUT } from './server-options.ts';

/** Milliseconds between two checks for clients that do not read. */
const CHECK_INTERVAL = 1_000;

/** Called when a response was sent or its connection closed. */
export type OnAnswered = (response: ServerResponse, milliseconds: number) => void;

/**
 * The responses that are not complete, by connection and in the order of the requests. They serve four purposes: to
 * answer the requests of a connection one at a time, to answer an unreadable request after the responses before it, to
 * close connections when the server stops, and to disconnect clients that do not read.
 *
 * There is a list for each connection and no set for the whole server. A set of all of them kept a tenth of the
 * requests in memory until a full garbage collection: V8 grows a set by making new tables, and an old table keeps the
 * new one and what is in it alive (decision 018).
 */
export class OpenResponses {
  readonly #open = new Map<Duplex, ServerResponse[]>();
  /** Responses whose client does not read: since when, and how many bytes its connection had sent by then. */
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
      // The event comes once. `once` would allocate another function for each response.
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

  /** The responses of a connection that are not complete, in order. */
  on(socket: Duplex): readonly ServerResponse[] {
    return this.#open.get(socket) ?? [];
  }

  /**
   * Serves a request when the responses before it on its connection have been sent. Node.js would serve all that a client
   * sends without waiting for answers (pipelining), and their answers would pile up in front of one that reads slowly.
   * While one waits, nothing more is read; what has arrived by then may be many small requests, so a connection with too
   * many is closed.
   */
  serveInTurn({ socket }: IncomingMessage, response: ServerResponse, serve: () => void): void {
    const open = this.on(socket);
    const before = open.at(-2);
    if (!before) {
      serve();
    } else if (open.length > MAX_PIPELINED) {
      socket.destroy();
    } else {
      socket.pause();
      before.once('close', () => {
        if (socket.destroyed) return;
        if (open.at(-1) === response) socket.resume();
        serve();
      });
    }
  }

  /** From now on every response ends its connection. */
  disableKeepAlive(): void {
    this.#isClosing = true;
    for (const open of this.#open.values()) for (const response of open) response.shouldKeepAlive = false;
  }

  /** A client makes progress if the connection has sent more bytes than at the last check. */
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

/** Whether data of the response waits to be sent. A response without a socket waits for the one before it. */
function isStuck({ socket, writableEnded, writableFinished, writableNeedDrain }: ServerResponse): boolean {
  return socket !== null && ((writableEnded && !writableFinished) || writableNeedDrain);
}
