import { OutturnError, sessionEnded } from '../base/errors.ts';
import type { SessionPrincipal } from '../base/principal.ts';

/** Notices of triggers (migration 015): the id of a session that ended or of a user who changed, or nothing for all of them. */
export const SESSIONS_CHANNEL = 'outturn_sessions';
/** How often PostgreSQL confirms that no notice is on its way, in milliseconds. */
const CONFIRM_EVERY = 150;
/** Timeout of a confirmation, in milliseconds: with the interval, less than the promised second. */
export const CONFIRMATION_TIMEOUT = 800;

type Watched = { principal: SessionPrincipal; end: (why: OutturnError) => void };

/**
 * Ends streams when their session ends. A notice says so at once, also while other statements wait. Notices and answers share
 * a connection, so an answer proves that no older notice is missing; without one all streams end.
 */
export class SessionWatch {
  readonly #watched = new Set<Watched>();
  readonly #ask: () => Promise<unknown>;
  #timer: NodeJS.Timeout | undefined;
  #confirmedAt = 0;
  #lookedAt = 0;
  #isAsking = false;

  /** `ask`: resolves to an answer on the connection of the notices. */
  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** Calls back once when the session ends or cannot be confirmed, unless the returned function is called before. */
  watch(principal: SessionPrincipal, end: Watched['end']): () => void {
    const watched = { principal, end };
    this.#watched.add(watched);
    if (this.#timer === undefined) {
      this.#confirmedAt = this.#lookedAt = performance.now();
      this.#timer = setInterval(() => this.#look(), CONFIRM_EVERY);
    }
    return () => this.#remove(watched);
  }

  /** A notice; without an id, some may have been missed. */
  onNotice(id = ''): void {
    for (const watched of this.#watched) {
      const { sessionId, userId } = watched.principal;
      if (sessionId === id) this.#end(watched, sessionEnded());
      else if (userId === id || id === '') this.#end(watched, unconfirmedSession());
    }
  }

  #look(): void {
    const now = performance.now();
    // A stalled event loop sends no query and may not have read the answer.
    const stalled = now - this.#lookedAt - CONFIRM_EVERY;
    if (stalled > CONFIRM_EVERY) this.#confirmedAt += stalled;
    this.#lookedAt = now;
    void this.#confirm(now);
    if (now - this.#confirmedAt > CONFIRMATION_TIMEOUT) this.onNotice();
    // The expiry of a session in use may have moved, which the next subscription reads.
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
      // The connection is lost, and is made anew.
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

/** Clients subscribe again on this error. */
export function unconfirmedSession(): OutturnError {
  return new OutturnError('Server Error', {
    message:
      'The gateway could not confirm the session. Subscribe again; with the id of the last event, nothing is missed.',
  });
}
