import { exchange } from './exchange.ts';
import {
  type CallOptions,
  type Groups,
  mount,
  type Records,
  type Send,
  type Sessions,
  type Things,
} from './groups.ts';
import { Recorder, type RecorderOptions } from './recorder/recorder.ts';
import { retrying } from './retry.ts';

export type OutturnOptions = {
  /** `ot_live_…`. It is a secret: keep it out of pages that others open. */
  apiKey: string | undefined;
  /** Where Outturn is, such as `https://outturn.example.com`, with or without `/v1` at its end. */
  baseUrl: string | URL;
  /** Milliseconds that one attempt may take. 30,000 unless told otherwise. */
  timeout?: number | undefined;
  /**
   * How often a call is tried again after 429, 408, 5xx, a lost connection or a timeout. 5 unless told otherwise, which
   * takes up to eight seconds, or as long as the API asks to wait.
   */
  retries?: number | undefined;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
};

/**
 * The Outturn API: every operation under its own name.
 *
 * ```ts
 * const outturn = new Outturn({ apiKey: process.env.OUTTURN_API_KEY, baseUrl: 'http://localhost:3000' });
 * await outturn.revenues.record({ amount: '99.90', recordedAt: new Date(), agentKey: 'sales-bot' });
 * for await (const revenue of outturn.revenues.list({ agentKey: 'sales-bot' })) console.log(revenue.amount);
 * ```
 *
 * Calls reject with {@link OutturnApiError}, {@link OutturnConnectionError}, {@link OutturnTimeoutError}, or the reason
 * of the signal that ended them. Every call may be repeated: those that write carry an idempotency key.
 */
export class Outturn implements Groups {
  readonly revenues: Records<'revenues'>;
  readonly outcomes: Records<'outcomes'>;
  readonly goals: Records<'goals'>;
  readonly events: Records<'events'>;
  readonly goalTypes: Things<'goalTypes'>;
  readonly agents: Things<'agents'>;
  readonly customers: Things<'customers'>;
  readonly tools: Things<'tools'>;
  readonly sessions: Sessions;
  readonly #send: Send;

  /** Throws TypeError without an API key, or when the base URL is none. */
  constructor(options: OutturnOptions) {
    const send = sender(options);
    this.#send = send;
    this.revenues = mount('revenues', send);
    this.outcomes = mount('outcomes', send);
    this.goals = mount('goals', send);
    this.events = mount('events', send);
    this.goalTypes = mount('goalTypes', send);
    this.agents = mount('agents', send);
    this.customers = mount('customers', send);
    this.tools = mount('tools', send);
    this.sessions = mount('sessions', send);
  }

  /** A recorder that sends records in batches, in the background. Close it when you are done. */
  recorder(options: RecorderOptions = {}): Recorder {
    return new Recorder(this.#send, options);
  }
}

function sender({ apiKey, baseUrl, fetch: send, timeout = 30_000, retries = 5 }: OutturnOptions): Send {
  if (!apiKey) throw new TypeError('apiKey is missing');
  const { origin, pathname } = new URL(baseUrl);
  const server = {
    apiKey,
    // The version is part of every path, and the specification makes it part of the base URL as well.
    url: origin + pathname.replace(/(\/v1)?\/*$/, ''),
    // Looked up at every call, and called as nobody's method, which browsers insist on.
    fetch: send ?? ((...args: Parameters<typeof fetch>) => fetch(...args)),
  };
  return (request, { signal, ...own }: CallOptions = {}) => {
    const limits = { timeout: own.timeout ?? timeout, retries: own.retries ?? retries, signal };
    return retrying(() => exchange(server, request, limits), limits);
  };
}
