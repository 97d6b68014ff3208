import { ask, type CountedRecord } from './analytics.ts';
import { sender, toServer } from './connect.ts';
import type { Analytics, AnalyticsInput, CountedRecordsInput } from './generated/analytics.ts';
import { MountedGroups, type Send } from './groups.ts';
import type { Hooks } from './hooks.ts';
import { List } from './list.ts';
import { type Connection, follow, type LiveOptions, type LiveQuery, type LiveRecord } from './live/follow.ts';
import type { RecordKind } from './operations.ts';
import type { CallOptions } from './options.ts';
import { Recorder, type RecorderOptions } from './recorder/recorder.ts';

export interface OutturnOptions extends Hooks {
  /** `ot_live_…`. It is a secret: never send it to browsers of other people. */
  apiKey: string | undefined;
  /** Server URL, such as `https://outturn.example.com`, with or without `/v1`. */
  baseUrl: string | URL | undefined;
  /** Milliseconds per attempt. Default: 30,000. */
  timeout?: number | undefined;
  /** Retries after 408, 429, 5xx, a lost connection or a timeout. Default: 5, which take up to 8 s plus `Retry-After`. */
  retries?: number | undefined;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/**
 * Client for the Outturn API.
 *
 * ```ts
 * const outturn = new Outturn({ apiKey: process.env.OUTTURN_API_KEY, baseUrl: 'http://localhost:3000' });
 * await outturn.revenues.record({ amount: 99.9, recordedAt: new Date(), agentKey: 'sales-bot' });
 * for await (const revenue of outturn.revenues.list({ agentKey: 'sales-bot' })) console.log(revenue.amount);
 * ```
 *
 * Calls reject with {@link OutturnApiError}, {@link OutturnConnectionError}, {@link OutturnTimeoutError},
 * {@link OutturnAmountError}, or the reason of their signal. Writes carry an idempotency key, so that retries are safe.
 */
export class Outturn extends MountedGroups {
  readonly #send: Send;
  readonly #connection: Connection;

  /** Throws TypeError if the API key or the base URL is missing or invalid. */
  constructor({ timeout = 30_000, retries = 5, ...options }: OutturnOptions) {
    const connection = { server: toServer(options), timeout, retries, hooks: options };
    const send = sender(connection);
    super(send);
    this.#send = send;
    this.#connection = connection;
  }

  /**
   * Slices revenue, value, cost and goals: sums of the records of a window, as a whole, against another window, over time, by
   * dimensions and as funnels. Scope: `analytics:read`.
   *
   * ```ts
   * const { totals, by } = await outturn.analytics({
   *   window: { from: '2026-01-01', to: '2026-04-01' },
   *   totals: ['revenue', 'cost', 'roi'],
   *   by: { agents: { dimension: 'agent', totals: ['revenue', 'cost'] } },
   * });
   * ```
   */
  analytics(question: AnalyticsInput, options?: CallOptions): Promise<Analytics> {
    return ask(this.#send, 'analytics.slice', question, options);
  }

  /**
   * Lists the records behind a number of a slice: those that the measure counts in this window, newest first. Their sum is the
   * number. Scope: `analytics:read`, and those of the kinds that the measure counts, such as `revenues:read`.
   *
   * ```ts
   * const costs = outturn.analyticsRecords({
   *   window: { this: 'month' },
   *   where: { agent: { in: ['sales-bot'] } },
   *   measure: 'cost',
   * });
   * for await (const { kind, record } of costs) console.log(kind, record.id);
   * ```
   */
  analyticsRecords(question: CountedRecordsInput, options?: CallOptions): List<CountedRecord> {
    return new List(question, (wanted) => ask(this.#send, 'analytics.records', wanted, options));
  }

  /**
   * Follows records as they are committed: every record of the chosen kinds, once, in the order of their commits, whichever
   * gateway or surface recorded it. Reconnects by itself behind the last event. Scope: those of the kinds, such as
   * `goals:read`.
   *
   * ```ts
   * for await (const event of outturn.live({ kinds: ['goals'] })) {
   *   if (event.kind === 'goals') console.log(event.record.goalKey);
   * }
   * ```
   */
  live<Kind extends RecordKind = RecordKind>(
    query: LiveQuery<Kind> = {},
    options: LiveOptions = {},
  ): AsyncGenerator<LiveRecord<Kind>, void, undefined> {
    return follow(this.#connection, query, options);
  }

  /** Sends records in batches in the background. Call `close` on it at the end. */
  recorder(options: RecorderOptions = {}): Recorder {
    return new Recorder(this.#send, options);
  }
}
