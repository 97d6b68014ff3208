/** The requests of a load. */
export type Traffic =
  /**
   * One record per request: a revenue, an event, or an event that is a call of a model. Both `/v1/revenues` and
   * `/trpc/revenues.record` take the same body.
   */
  | { kind: 'record'; path: string; of?: 'revenues' | 'events' | 'calls' }
  /** Revenues in batches, each with an idempotency key of its own, recorded at random within the last `spreadHours`. */
  | { kind: 'batch'; path: string; items: number; spreadHours: number }
  /** The paths in turn. */
  | { kind: 'read'; paths: string[] };

/**
 * One run of the load generator against a server on this machine: warm-up, then measurement, without a pause between.
 * A phase ends after its seconds, or earlier after `maxRequests`, which keeps a run within a plan's rate limit.
 */
export type LoadJob = {
  /** The connections are divided among them. */
  targets: readonly Target[];
  connections: number;
  traffic: Traffic;
  warmUp: Phase & { minRequests: number };
  measurement: Phase;
};

/** A server, and the token of the developer whose records it gets. */
export type Target = { port: number; token: string };

export type Phase = { seconds: number; maxRequests: number };

export type LoadResult = {
  /** Acknowledged records (or answered reads) a second during the measurement. */
  rate: number;
  /** The latency of a request during the measurement, in milliseconds. */
  p50: number;
  p99: number;
  /** Acknowledged records (or answered reads) of the whole run, to be compared with the stored ones. */
  acknowledged: number;
  /** Answers without an acknowledgement, by HTTP status. */
  failures: Record<string, number>;
};

/** The agents in records. `seedDimensions` creates them in every database. */
export const AGENTS = 25;
export const CUSTOMERS = 2_000;

export function agentKey(i: number): string {
  return `agent-${i % AGENTS}`;
}

export function customerKey(i: number): string {
  return `customer-${i % CUSTOMERS}`;
}
