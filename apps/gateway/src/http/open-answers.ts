import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ANSWER_WITHIN } from './limits.ts';

/** How often the answers are looked at, in milliseconds. */
const LOOK_EVERY = 1_000;

/** Told when a request has been answered or has gone away, with the time since it came, in milliseconds. */
export type OnAnswered = (response: ServerResponse, milliseconds: number) => void;

/**
 * The requests of a server that are not answered yet, by connection and in the order in which they came.
 *
 * Not one set of all of them: as answers come and go a set moves from table to table, each of which leads to the next. Once
 * one of them has grown old, all that follow stay, each with the requests that were open then, until the whole heap is
 * collected.
 */
export class OpenAnswers {
  readonly #open = new Map<Duplex, ServerResponse[]>();
  /** Answers that do not get away: since when, and how much of their connection had been sent then. */
  readonly #stuck = new Map<ServerResponse, { since: number; bytes: number }>();
  readonly #looking: NodeJS.Timeout;
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
      // Which comes once: `once` would wrap the listener to take it off again.
      response.on('close', () => {
        if (open?.[0] === response) open.shift();
        else open?.splice(open.indexOf(response), 1);
        onAnswered?.(response, performance.now() - started);
      });
    });
    this.#looking = setInterval(() => this.#cutOffSlowReaders(), LOOK_EVERY);
    this.#looking.unref();
    server.once('close', () => clearInterval(this.#looking));
  }

  /** Those of one connection. */
  on(socket: Duplex): readonly ServerResponse[] {
    return this.#open.get(socket) ?? [];
  }

  /** From now on, each answer is the last of its connection, and says so. */
  letEachBeLast(): void {
    this.#isClosing = true;
    for (const open of this.#open.values()) for (const response of open) response.shouldKeepAlive = false;
  }

  #cutOffSlowReaders(): void {
    const now = performance.now();
    for (const response of this.#stuck.keys()) if (!isStuck(response)) this.#stuck.delete(response);
    for (const response of [...this.#open.values()].flat()) {
      if (!isStuck(response)) continue;
      const bytes = response.socket?.bytesWritten ?? 0;
      const before = this.#stuck.get(response);
      if (before?.bytes !== bytes) this.#stuck.set(response, { since: now, bytes });
      else if (now - before.since > ANSWER_WITHIN) response.socket?.destroy();
    }
  }
}

/** Whether an answer, or a piece of it, waits for its reader. One without a socket waits for the answer before it. */
function isStuck({ socket, writableEnded, writableFinished, writableNeedDrain }: ServerResponse): boolean {
  return socket !== null && ((writableEnded && !writableFinished) || writableNeedDrain);
}
