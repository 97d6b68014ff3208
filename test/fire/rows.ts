/** One promise, and the tests that prove it. */
export type Row = {
  name: string;
  promise: string;
  /** Vitest files, from the root of the repository. */
  files: readonly string[];
  /** Whether all other tests run as well, with a small sample: what they print and store is searched for their secrets. */
  searchesSuite?: boolean;
  /** About how long it takes at full scale on a machine with two cores. */
  minutes: number;
  /** Environment variables without which it cannot run. */
  needs?: readonly string[];
};

/** Every promise of the product about faults, attacks and load. */
export const rows: readonly Row[] = [
  {
    name: 'duplicates',
    promise: '1,000 rounds × 200 concurrent duplicates × 3 gateways over all surfaces: one row, one answer',
    files: ['test/faults/duplicates.test.ts'],
    minutes: 3,
  },
  {
    name: 'gateway-crash',
    promise:
      '200 × kill -9 under 16 retrying clients: 0 lost, 0 doubled, 0 replay mismatches, rollups verify',
    files: ['test/faults/gateway-killed.test.ts'],
    minutes: 10,
  },
  {
    name: 'postgres-crash',
    promise:
      '100 × immediate stop: the same, no gateway exits, first success within 2 s of its return, /readyz tells the truth',
    files: ['test/faults/postgres-killed.test.ts'],
    minutes: 22,
  },
  {
    name: 'lost-commits',
    promise: '2,000 replies cut after the commit, between gateway and PostgreSQL: 0 lost, 0 doubled',
    files: ['test/faults/lost-commits.test.ts', 'test/faults/lost-answers.test.ts'],
    minutes: 3,
  },
  {
    name: 'shared-statements',
    promise:
      '24 accounts whose records share statements of two gateways, 5,000 items each, and 50 × kill -9: each record once and with its owner; a refused, a locked or a canceled one holds up no other',
    files: ['test/faults/shared-statements.test.ts'],
    minutes: 4,
  },
  {
    name: 'malformed-input',
    promise:
      '100,000 hostile requests over the three surfaces: no 5xx, no leak, every /v1 error in the five fields',
    files: ['test/security/hostile-requests.test.ts', 'test/security/raw-sockets.test.ts'],
    minutes: 1,
  },
  {
    name: 'tenants',
    promise:
      'every operation × surface × {own, foreign, no key, revoked, expired, wrong scope}; a removed tenant condition is caught',
    files: ['test/security/tenants.test.ts', 'test/security/tenant-mutants.test.ts'],
    minutes: 4,
  },
  {
    name: 'graphql-attacks',
    promise:
      "the cases of graphql-cop and graphql-armor, and hostile documents: refused within 50 ms each by the client's clock",
    files: ['test/security/graphql-attacks.test.ts', 'packages/graphql/src/limits/hostile-documents.test.ts'],
    minutes: 1,
  },
  {
    name: 'slow-and-many',
    promise:
      '1,000 slow sockets in three modes for 120 s: p99 of normal traffic under 100 ms, reaped within 20 s; bad bodies refused, memory grows by less than 20 MB',
    files: ['test/faults/slow-sockets.test.ts', 'test/faults/lying-bodies.test.ts'],
    minutes: 5,
  },
  {
    name: 'limits',
    promise:
      'three gateways sharing Redis admit between 0.99 and 1.00 of the limit; without Redis each limits by itself',
    files: ['test/faults/shared-limits.test.ts'],
    minutes: 4,
    needs: ['REDIS_URL'],
  },
  {
    name: 'shutdown',
    promise: 'SIGTERM under load, 50 times: no request in flight fails, streams end cleanly',
    files: ['test/faults/shutdown.test.ts'],
    minutes: 2,
  },
  {
    name: 'soak',
    promise: '30 minutes of mixed load: heap, file descriptors, listeners and connections stay flat',
    files: ['test/faults/soak.test.ts'],
    minutes: 31,
  },
  {
    name: 'secrets',
    promise:
      'every API key, idempotency key, password and session token of the whole test run: none in clear in logs, errors, traces or database dumps',
    files: ['test/security/secrets.test.ts'],
    searchesSuite: true,
    minutes: 12,
  },
];

/** Files of the suite that run once more with a pooler of transactions in front of PostgreSQL: they meet the most SQL. */
export const throughPooler: readonly string[] = [
  'test/contract/record.test.ts',
  'test/contract/batch.test.ts',
  'test/contract/list-filters.test.ts',
  'test/contract/idempotency.test.ts',
  'test/contract/slices.test.ts',
  'test/contract/live-records.test.ts',
  'test/faults/exactly-once.fire.ts',
];
