import { databaseTime } from '../base/clock.ts';
import { OutturnError, sessionEnded } from '../base/errors.ts';
import type { SessionPrincipal } from '../base/principal.ts';

/**
 * Triggers of the database notify on this channel when a session or its user changes. The payload is the id of an ended
 * session or of a changed user, or empty if it concerns all.
 */
export const SESSIONS_CHANNEL = 'outturn_sessions';
/** Milliseconds between two queries on the listening connection. */
const CONFIRM_INTERVAL = 150;
/**
 * Milliseconds without an answer after which streams end. Together with one interval this is less than the second
 * that the API promises.
 */
export const CONFIRMATION_TIMEOUT = 800;

type Watched = { principal: SessionPrincipal; end: (why: OutturnError) => void };

/**
 * Ends the live streams of a session within a second after the session has ended, by whatever cause: sign-out, a new
 * password, expiry, or a row deleted in the database.
 *
 * Triggers send a notice when a session ends. But a notice can be missed when the connection is lost, and its absence
 * looks like a session that goes on. So the watch also sends a small query on the same connection every 150 ms.
 * PostgreSQL delivers notices and answers in order: an answer proves that no notice from before the query is missing.
 * Without an answer for 0.8 s all streams of sessions end with an error, and their clients subscribe again, which
 * checks their session anew.
 *
 * To look up every session for every stream instead was late when the database was slow, and took connections from
 * records (decision 005).
 */
export class SessionWatch {
  readonly #watched = new Set<Watched>();
  readonly #ask: () => Promise<unknown>;
  #timer: NodeJS.Timeout | undefined;
  /**
   * When the last answered query was sent: up to then, no notice is missing. Both times are of `performance.now()`.
   */
  #confirmedAt = 0;
  #lookedAt = 0;
  #isAsking = false;

  /** `ask` sends a query on the connection that receives the notices. */
  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /**
   * Calls `end` once, when the session has ended or its state cannot be confirmed. Returns a function that stops
   * watching. The query is sent only while something is watched.
   */
  watch(principal: SessionPrincipal, end: Watched['end']): () => void {
    const watched = { principal, end };
    this.#watched.add(watched);
    if (this.#timer === undefined) {
      this.#confirmedAt = this.#lookedAt = performance.now();
      this.#timer = setInterval(() => this.#look(), CONFIRM_INTERVAL);
    }
    return () => this.#remove(watched);
  }

  /** Handles the payload of a notice. Without an id, notices may be missing, so all streams end. */
  onNotice(id = ''): void {
    for (const watched of this.#watched) {
      const { sessionId, userId } = watched.principal;
      if (sessionId === id) this.#end(watched, sessionEnded());
      else if (userId === id || id === '') this.#end(watched, unconfirmedSession());
    }
  }

  #look(): void {
    const now = performance.now();
    // If this process was busy, an answer may have arrived and not been read yet. The time by which this call is late
    // therefore does not count.
    const stalled = now - this.#lookedAt - CONFIRM_INTERVAL;
    if (stalled > CONFIRM_INTERVAL) this.#confirmedAt += stalled;
    this.#lookedAt = now;
    void this.#confirm(now);
    if (now - this.#confirmedAt > CONFIRMATION_TIMEOUT) this.onNotice();
    // Calls of the user may have prolonged the session meanwhile. The later end shows when the client subscribes
    // again, so the message says that the session could not be confirmed, and not that it has ended.
    for (const watched of this.#watched) {
      if (watched.principal.expiresAt <= databaseTime()) this.#end(watched, unconfirmedSession());
    }
  }

  /** At most one query at a time: a slow database must not collect them. */
  async #confirm(askedAt: number): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      await this.#ask();
      this.#confirmedAt = Math.max(this.#confirmedAt, askedAt);
    } catch {
      // The listener opens a new connection; until it answers, the timeout runs.
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
