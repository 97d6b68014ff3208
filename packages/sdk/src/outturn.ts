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
import { exchange } from './send-request.ts';

export type OutturnOptions = {
  /** `ot_live_…`. It is a secret: never send it to browsers of other people. */
  apiKey: string | undefined;
  /** Server URL, such as `https://outturn.example.com`, with or without `/v1`. */
  baseUrl: string | URL;
  /** Milliseconds per attempt. Default: 30,000. */
  timeout?: number | undefined;
  /** Retries after 408, 429, 5xx, a lost connection or a timeout. Default: 5, which take up to 8 s plus `Retry-After`. */
  retries?: number | undefined;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
};

/**
 * Client for the Outturn API.
 *
 * ```ts
 * const outturn = new Outturn({ apiKey: process.env.OUTTURN_API_KEY, baseUrl: 'http://localhost:3000' });
 * await outturn.revenues.record({ amount: '99.90', recordedAt: new Date(), agentKey: 'sales-bot' });
 * for await (const revenue of outturn.revenues.list({ agentKey: 'sales-bot' })) console.log(revenue.amount);
 * ```
 *
 * Calls reject with {@link OutturnApiError}, {@link OutturnConnectionError}, {@link OutturnTimeoutError}, or the reason of
 * their signal. Writes carry an idempotency key, so that retries are safe.
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

  /** Throws TypeError if the API key is missing or the base URL is invalid. */
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

  /** Sends records in batches in the background. Call `close` on it at the end. */
  recorder(options: RecorderOptions = {}): Recorder {
    return new Recorder(this.#send, options);
  }
}

function sender({ apiKey, baseUrl, fetch: send, timeout = 30_000, retries = 5 }: OutturnOptions): Send {
  if (!apiKey) throw new TypeError('apiKey is missing');
  const { origin, pathname } = new URL(baseUrl);
  const server = {
    apiKey,
    // Paths include the version; the specification's base URL does too.
    url: origin + pathname.replace(/(\/v1)?\/*$/, ''),
    // Resolved per call, and called without a receiver, which browsers require.
    fetch: send ?? ((...args: Parameters<typeof fetch>) => fetch(...args)),
  };
  return (request, { signal, ...own }: CallOptions = {}) => {
    const limits = { timeout: own.timeout ?? timeout, retries: own.retries ?? retries, signal };
    return retrying(() => exchange(server, request, limits), limits);
  };
}
