import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { mintKey, testDatabase } from '../support/developers.ts';
import { type Driver, type Result, succeeded } from '../support/drivers/driver.ts';
import { connectRest } from '../support/drivers/rest.ts';
import { endpointSample } from '../support/drivers/samples.ts';
import { surfaces, useGateway } from '../support/drivers/surfaces.ts';
import { figure, report } from '../support/load/figures.ts';

const ROUNDS = figure(10, 1_000);
const CORRECTED_ROUNDS = figure(3, 100);
const DUPLICATES = 200;

const gateways = [useGateway(), useGateway(), useGateway()];

/** The result of a round: the number of rows, and the answer of every caller. */
type Round = { rows: number; answers: string[] };

function expectOnce({ rows, answers }: Round): void {
  expect(rows).toBe(1);
  expect(answers).toHaveLength(DUPLICATES);
  expect([...new Set(answers)]).toEqual([answers[0]]);
}

const duplicates = Array.from({ length: DUPLICATES }, (_, i) => i);

/** Makes so many calls concurrently, over the surfaces of all gateways; `callOf` gives each its input and key. */
async function round(
  callOf: (i: number) => { input: unknown; idempotencyKey?: string },
): Promise<Round & { created: number }> {
  const { token, developer } = await mintKey();
  const told = await callAll(token, (api, i) => {
    const { input, ...call } = callOf(i);
    return api.record(input, call);
  });
  return { rows: await countRows('revenues', developer), ...told };
}

/** One correction or refund of a new revenue, so many times at once under one key. */
async function roundOf(verb: 'correct' | 'refund'): Promise<Round & { created: number }> {
  const { token, developer } = await mintKey();
  const { id } = succeeded(await connectRest(gateways[0]?.url ?? '', token).record(endpointSample));
  const inputs = {
    correct: { id, action: 'void', reason: 'Recorded twice' },
    refund: { id, recordedAt: endpointSample.recordedAt },
  };
  const idempotencyKey = randomUUID();
  const told = await callAll<unknown>(token, (api) => api[verb](inputs[verb], { idempotencyKey }));
  const table = verb === 'correct' ? 'corrections' : 'revenues';
  return { rows: (await countRows(table, developer)) - (verb === 'refund' ? 1 : 0), ...told };
}

async function callAll<T>(token: string, call: (api: Driver, i: number) => Promise<Result<T>>) {
  const apis = gateways.flatMap(({ url }) => surfaces.map(({ connect }) => connect(url, token)));
  const results = await Promise.all(duplicates.map((i) => call(apis[i % apis.length] as Driver, i)));
  const answers = results.map((result) => JSON.stringify(succeeded(result)));
  return { answers, created: results.filter((result) => result.ok && !result.replayed).length };
}

async function countRows(table: 'revenues' | 'corrections', developer: string): Promise<number> {
  const { pool } = await testDatabase();
  const sql = `select 1 from ${table} r join developers d on d.id = r.developer_id where d.name = $1`;
  return (await pool.query(sql, [developer])).rowCount ?? 0;
}

describe(`${DUPLICATES} duplicates at once`, () => {
  test(`under one idempotency key make one row, ${ROUNDS} times`, { timeout: 3_600_000 }, async () => {
    for (let i = 0; i < ROUNDS; i++) {
      const idempotencyKey = randomUUID();
      const outcome = await round(() => ({ input: endpointSample, idempotencyKey }));
      expectOnce(outcome);
      expect(outcome.created).toBe(1);
    }
    const calls = `${DUPLICATES} duplicates × ${gateways.length} gateways, mixed over ${surfaces.length} surfaces`;
    report(`${ROUNDS} rounds × ${calls}: 1 row, 1 creation and 1 distinct answer in each`);
  });

  // A second one would be refused: the record is voided then, and nothing remains to be refunded.
  test.each([
    ['correction', 'correct'],
    ['refund', 'refund'],
  ] as const)(`of a %s make one, ${CORRECTED_ROUNDS} times`, { timeout: 3_600_000 }, async (name, verb) => {
    for (let i = 0; i < CORRECTED_ROUNDS; i++) {
      const outcome = await roundOf(verb);
      expectOnce(outcome);
      expect(outcome.created).toBe(1);
    }
    report(
      `${CORRECTED_ROUNDS} rounds × ${DUPLICATES} duplicates of a ${name}: one, and 1 distinct answer in each`,
    );
  });

  test('under one record key make one row, whether or not each has an idempotency key as well', async () => {
    for (let i = 0; i < 4; i++) {
      const input = { ...endpointSample, key: 'invoice' };
      const outcome = await round((n) => ({
        input,
        ...(n % 2 && { idempotencyKey: `one-of-twenty-${n % 20}` }),
      }));
      expectOnce(outcome);
      expect(outcome.created).toBe(1);
    }
  });

  test('with two contents make one row, and callers with the other content are refused', async () => {
    const { token, developer } = await mintKey();
    const apis = gateways.flatMap(({ url }) => surfaces.map(({ connect }) => connect(url, token)));
    const results = await Promise.all(
      duplicates.map((i) =>
        apis[i % apis.length]?.record(
          { ...endpointSample, amount: `${Math.floor(i / apis.length) % 2}` },
          { idempotencyKey: 'contested-by-all' },
        ),
      ),
    );
    const amounts = new Set(results.flatMap((result) => (result?.ok ? [result.value.amount] : [])));
    const errors = new Set(results.flatMap((result) => (result && !result.ok ? [result.code] : [])));

    expect(await countRows('revenues', developer)).toBe(1);
    expect(amounts.size).toBe(1);
    expect([...errors]).toEqual(['Idempotency Key Reused']);
  });
});

describe('the negative control: a check before the insert', () => {
  const table = `check_then_insert_${process.pid}`;
  let pool: Pool;
  beforeAll(async () => {
    pool = new Pool({ connectionString: inject('databaseUrl'), max: 12 });
    await pool.query(`create table ${table} (id uuid primary key, key text not null, amount text not null)`);
  });
  afterAll(async () => {
    await pool.query(`drop table ${table}`);
    await pool.end();
  });

  async function checkThenInsert(key: string): Promise<string> {
    const found = await pool.query<{ id: string }>(`select id from ${table} where key = $1`, [key]);
    const [original] = found.rows;
    if (original) return original.id;
    const id = randomUUID();
    await pool.query(`insert into ${table} (id, key, amount) values ($1, $2, '99.90')`, [id, key]);
    return id;
  }

  test('fails the same assertion', async () => {
    const key = randomUUID();
    const answers = await Promise.all(duplicates.map(() => checkThenInsert(key)));
    const { rowCount } = await pool.query(`select 1 from ${table} where key = $1`, [key]);

    expect(rowCount).toBeGreaterThan(1);
    expect(() => expectOnce({ rows: rowCount ?? 0, answers })).toThrow();
  });
});
