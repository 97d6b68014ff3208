import { randomUUID } from 'node:crypto';
import { type ObservedSpan, operations, product } from '@outturn/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { oneServer } from '../../packages/service/src/database/distribution/one-server.ts';
import { recordingStatement } from '../../packages/service/src/ledger/recording-statement.ts';
import { revenues } from '../../packages/service/src/records/revenues/revenue.kind.ts';
import { foldRollups } from '../../packages/service/src/rollups/rollup-deltas.ts';
import { forgetSpans } from '../../packages/service/src/traces/forget-spans.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';
import { openAccount } from '../support/load/account.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { captureCorrections, repriceAll } from '../support/plans/capture-corrections.ts';
import { captureStatements, type SentStatement } from '../support/plans/capture-statements.ts';
import { fillAccount } from '../support/plans/fill-account.ts';
import { indexesOf, wrongLookups } from '../support/plans/lookup-plans.ts';

/** Without records, and without statistics of any. */
const empty = usePrivateDatabase();
const store = usePrivateDatabase();
// With so few connections lists share one, whose session reports how they were planned.
const caller = usePrivateService(store, 8);

describe('a list of an account with thousands of records', () => {
  const CALLS = 20;
  /** PostgreSQL plans a statement this often with its values before it considers a generic plan. */
  const ANEW_AT_FIRST = 5;

  beforeAll(async () => {
    const { service, principal } = caller;
    for (let batch = 0; batch < 40; batch++) {
      const items = Array.from({ length: 1000 }, (_, i) => ({
        amount: '1',
        recordedAt: new Date(Date.UTC(2026, 0, 1, 0, batch, i % 60)).toISOString(),
        customerKey: `customer-${i % 10}`,
      }));
      await service.execute(operations.revenues.recordBatch, { principal, requestId: 'batch' }, items);
    }
    await store.database.pool.query('vacuum analyze revenues');
  });

  /** How often the list was planned with its values, and how often the generic plan was used. */
  async function plansOf(input: object): Promise<{ anew: number; once: number }> {
    const { service, principal } = caller;
    for (let i = 0; i < CALLS; i++)
      await service.execute(operations.revenues.list, { principal, requestId: 'list' }, input);
    const [[anew, once] = []] = await service.database.read(
      'plans',
      `select custom_plans, generic_plans from pg_prepared_statements
     where name like 'revenues_list%' order by prepare_time desc limit 1`,
      [],
    );
    return { anew: Number(anew), once: Number(once) };
  }

  // Planning takes longer than reading a page.
  test.each([
    ['the newest 20 of a customer', { limit: 20, customerKey: 'customer-3' }],
    ['the newest 100', {}],
    ['the newest 1,000', { limit: 1000 }],
    ['those of a day', { sort: 'recordedAt', recordedFrom: '2026-01-01T00:00:00Z', limit: 50 }],
  ])('is planned once: %s', async (_, input) => {
    expect(await plansOf(input)).toEqual({ anew: ANEW_AT_FIRST, once: CALLS - ANEW_AT_FIRST });
  });

  // Plans are kept: from when the tables were empty, and from when another account had all rows.
  test('corrections and refunds find their records by primary keys', async () => {
    const principal = await caller.newPrincipal();
    const statements = await captureCorrections({ service: caller.service, principal });
    expect(statements.length).toBeGreaterThan(40);
    expect(statements.filter(({ text }) => text.includes('set refunded'))).toHaveLength(1);
    const found: string[] = [];
    for (const { database } of [empty, store])
      for (const statement of statements) {
        const { wrong } = await wrongLookups(database, statement);
        found.push(...wrong.map((problem) => `${statement.name}: ${problem}`));
      }
    expect(found).toEqual([]);
  });
});

test('the refunds of a revenue are listed by their index, also by a plan from empty tables', async () => {
  const { service, principal } = caller;
  const [list] = await captureStatements(
    ({ text }) => text.includes('refund_of ='),
    async () => {
      const input = { refundOf: randomUUID() };
      await service.execute(operations.revenues.list, { principal, requestId: 'list' }, input);
    },
  );
  for (const { database } of [empty, store])
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      const client = await database.pool.connect();
      try {
        await client.query(`begin; set local plan_cache_mode = ${mode}`);
        const text = `explain (format json) ${list?.text}`;
        const { rows } = await client.query({ name: `refunds_${mode}`, text, values: list?.values ?? [] });
        expect(JSON.stringify(rows)).toContain('"Index Name":"revenues_refund_of_index"');
      } finally {
        await client.query('rollback');
        client.release();
      }
    }
});

describe('repricing and questions about calls of models', () => {
  const OTHER = 20_000;
  let statements: SentStatement[];

  beforeAll(async () => {
    // Another account has all events when statistics are made.
    await fillAccount(store.database, (await openAccount(store.database)).developerId, OTHER);
    await store.database.pool.query('vacuum analyze events');
    const principal = await caller.newPrincipal();
    statements = await captureStatements(
      () => true,
      () => repriceAll({ service: caller.service, principal }),
    );
  });

  test.each([
    ['the events of a run', 'events', /is distinct from 'reported'/, 'events_occurred_at_index'],
    ['the amendments that a revert undoes', 'corrections', /run_id = \$2/, 'corrections_run_id_index'],
    ['the list of corrections', 'corrections', /c\.run_id is null/, 'corrections_listed_index'],
    ['events without a price', 'events', /and r\.cost_source = 'unpriced'/, 'events_unpriced_index'],
    ['the tokens of events', 'events', /sum\(r\.input_tokens\)/, 'events_occurred_at_index'],
    [
      'runs that have not ended',
      'repricings',
      /where state = 'running' order by/,
      'repricings_running_index',
    ],
    ['the prices of an account', 'prices', /from prices where developer_id = \$1/, 'prices_'],
    ['a page of own prices', 'prices', /from "prices" .* order by .* desc limit/, 'prices_pkey'],
  ])('%s are read by an index', async (_, table, text, index) => {
    const found = statements.filter((statement) => text.test(statement.text));
    expect(found).not.toEqual([]);
    for (const { database } of [empty, store])
      for (const statement of found)
        expect((await indexesOf(database, statement, table)).join()).toMatch(
          new RegExp(`^(${index}\\w*,?)+$`),
        );
  });
});

const ROWS = 1_000;
const owners = Array.from({ length: 10 }, () => randomUUID());

const array = (make: (i: number) => string) =>
  `{${Array.from({ length: ROWS }, (_, i) => make(i)).join(',')}}`;

/** A node of a plan, as `explain (format json)` prints it. */
type Plan = { 'Rows Removed by Join Filter'?: number; Plans?: Plan[] };

const comparisons = (plan: Plan): number =>
  (plan['Rows Removed by Join Filter'] ?? 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + comparisons(part), 0);

test.each([
  ['one developer', () => null],
  ['several developers', () => array((i) => owners[i % owners.length] as string)],
])(`${ROWS} records of %s with ${3 * ROWS} new keys are not compared with each other`, async (_, ofRows) => {
  const { text, columns } = recordingStatement(revenues, {
    upserted: revenues.dimensions,
    hasNaturalKeys: false,
    distribution: oneServer,
  });
  const now = new Date().toISOString();
  const given: Record<string, string> = {
    ...Object.fromEntries(
      ['id', 'reservation', 'fingerprint'].map((name) => [name, array(() => randomUUID())]),
    ),
    ...Object.fromEntries(
      revenues.dimensions.flatMap(({ column, stem }) => [
        [column, array(() => randomUUID())],
        [`${stem}_key`, array((i) => `key-${i}`)],
      ]),
    ),
    amount: array(() => '1'),
    source: array(() => 'Manual'),
    recorded_at: array(() => now),
  };
  // The lock timeout is null: as configured.
  const values = [owners[0], randomUUID(), null, ofRows(), ...columns.map(({ name }) => given[name] ?? null)];
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    const client = await empty.database.pool.connect();
    try {
      await client.query(`begin; set local plan_cache_mode = ${mode}`);
      const { rows } = await client.query({
        name: `explain_${mode}_${ofRows() ? 'several' : 'one'}`,
        text: `explain (analyze, format json) ${text}`,
        values,
      });
      expect(comparisons(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(10 * ROWS);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});

const NOTES = 16_000;

/** A developer whose records can be noted. */
async function newTenant(): Promise<string> {
  const { developerId } = await openAccount(empty.database);
  await empty.database.distribution.addTenant(empty.database.quick, developerId);
  return developerId;
}

/** Adds notes of one record each, as separate calls do. */
async function note(developerId: string): Promise<void> {
  await empty.database.pool.query(
    `insert into rollup_deltas (developer_id, id, fact, records, agent_ids, customer_ids, amounts, times)
     select $1, gen_random_uuid(), 1, 1, array[null::uuid], array[null::uuid], array[1.5], array[timestamptz '2026-06-30T12:00Z']
     from generate_series(1, ${NOTES})`,
    [developerId],
  );
}

// Statistics from when one account had all notes claim that others have none. A plan for that compares each note with
// each, which takes minutes.
test('notes of an account are folded although statistics know only those of another', async () => {
  const { pool } = empty.database;
  await note(await newTenant());
  await pool.query('analyze rollup_deltas');
  const developer = await newTenant();
  await note(developer);
  expect(await foldRollups(empty.database, developer)).toEqual({ folded: NOTES, left: 0 });
  const { rows } = await pool.query(
    'select total::float, count::int from rollups where developer_id = $1 and cut = 0 and grain = 1440',
    [developer],
  );
  expect(rows).toEqual([{ total: 24_000, count: NOTES }]);
});

describe('spans and their ancestors', () => {
  let statements: SentStatement[];

  beforeAll(async () => {
    // Another account has all spans when statistics are made.
    const { developerId } = await openAccount(store.database);
    await store.database.pool.query(
      `insert into spans (developer_id, trace_id, span_id, parent_span_id, role, has_usage, is_complete, is_open, state, seen_at)
       select $1, gen_random_uuid(), decode(lpad(to_hex(i), 16, '0'), 'hex'), decode(lpad(to_hex(i / 2), 16, '0'), 'hex'), 1, false,
         i % 10 > 0, false, 0, now() from generate_series(1, 20000) i`,
      [developerId],
    );
    await store.database.pool.query('vacuum analyze spans');
    const principal = await caller.newPrincipal();
    const { telemetry } = product;
    if (!telemetry) throw new Error('the product takes telemetry');
    const take = (spans: ObservedSpan[]) =>
      caller.service.execute(
        telemetry,
        { principal, requestId: 'spans' },
        { spans, records: [], others: [] },
      );
    const [traceId, root, call] = [randomUUID().replaceAll('-', ''), 'a'.repeat(16), 'b'.repeat(16)];
    const span = (spanId: string, parentSpanId: string | null): ObservedSpan => ({
      traceId,
      spanId,
      parentSpanId,
      role: 'call',
      names: { agent: { guessed: 'a' } },
      resource: {},
      source: { signal: 'traces', software: 'test', name: 'test' },
      event: { type: 'llm.call', ...(spanId === call && { inputTokens: 1 }) },
    });
    statements = await captureStatements(
      ({ text }) => /\bspans\b/.test(text),
      async () => {
        await take([span(call, root)]);
        await take([span(root, null)]);
        await take([span('c'.repeat(16), 'd'.repeat(16))]);
        await waitUntil('a look has found spans that are due', async () => {
          const { rows } = await store.database.pool.query('select 1 from spans where due_at is not null');
          return rows.length === 0;
        });
        await forgetSpans(store.database);
      },
    );
  });

  test.each([
    ['those around new ones', /recursive arrived/, /^(spans_pkey|spans_incomplete_index|,)+$/],
    ['those that are due', /due_at <= now\(\)/, /^(spans_due_index|spans_pkey|,)+$/],
    ['those whose work is done', /update spans/, /^(spans_pkey|,)+$/],
    ['old ones', /^delete from spans .*hour/s, /^(spans_seen_index|spans_pkey|,)+$/],
  ])('%s are read by an index', async (_, text, index) => {
    const found = statements.filter((statement) => text.test(statement.text));
    expect(found).not.toEqual([]);
    for (const { database } of [empty, store])
      for (const statement of found)
        expect((await indexesOf(database, statement, 'spans')).join()).toMatch(index);
  });
});
