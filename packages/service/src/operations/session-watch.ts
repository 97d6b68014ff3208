import { OutturnError, sessionEnded } from '../base/errors.ts';
import type { SessionPrincipal } from '../base/principal.ts';

/** Payload: id of an ended session or changed user; empty for all (migration 015). */
export const SESSIONS_CHANNEL = 'outturn_sessions';
/** Milliseconds between confirmations. */
const CONFIRM_INTERVAL = 150;
/** Milliseconds. With one interval, below the second that the API promises. */
export const CONFIRMATION_TIMEOUT = 800;

type Watched = { principal: SessionPrincipal; end: (why: OutturnError) => void };

/**
 * Ends streams with their session. Notices and answers share a connection, so an answer proves that no notice is
 * missing; otherwise all streams end.
 */
export class SessionWatch {
  readonly #watched = new Set<Watched>();
  readonly #ask: () => Promise<unknown>;
  #timer: NodeJS.Timeout | undefined;
  #confirmedAt = 0;
  #lookedAt = 0;
  #isAsking = false;

  /** `ask` queries the connection of the notices. */
  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** Calls `end` once. Returns a function that stops watching. */
  watch(principal: SessionPrincipal, end: Watched['end']): () => void {
    const watched = { principal, end };
    this.#watched.add(watched);
    if (this.#timer === undefined) {
      this.#confirmedAt = this.#lookedAt = performance.now();
      this.#timer = setInterval(() => this.#look(), CONFIRM_INTERVAL);
    }
    return () => this.#remove(watched);
  }

  /** No id: notices may be missing. */
  onNotice(id = ''): void {
    for (const watched of this.#watched) {
      const { sessionId, userId } = watched.principal;
      if (sessionId === id) this.#end(watched, sessionEnded());
      else if (userId === id || id === '') this.#end(watched, unconfirmedSession());
    }
  }

  #look(): void {
    const now = performance.now();
    // A stalled event loop may not have read the answer.
    const stalled = now - this.#lookedAt - CONFIRM_INTERVAL;
    if (stalled > CONFIRM_INTERVAL) this.#confirmedAt += stalled;
    this.#lookedAt = now;
    void this.#confirm(now);
    if (now - this.#confirmedAt > CONFIRMATION_TIMEOUT) this.onNotice();
    // A later expiry shows when the client subscribes again.
    for (const watched of this.#watched) {
      if (watched.principal.expiresAt <= Date.now()) this.#end(watched, unconfirmedSession());
    }
  }

  async #confirm(askedAt: number): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      await this.#ask();
      this.#confirmedAt = Math.max(this.#confirmedAt, askedAt);
    } catch {
      // The listener reconnects.
    } finally {
      this.#isAsking = false;
    }
  }

  #end(watched: Watched, why: OutturnError): void {
    this.#remove(watched);
    watched.end(why);
  }

  #remove(watched: Watched): void {
    this.#watched.delete(watched);
    if (this.#watched.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

export function unconfirmedSession(): OutturnError {
  return new OutturnError('Server Error', { message: 'The gateway could not confirm the session.' });
}
