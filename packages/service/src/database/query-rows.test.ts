import type { Pool, QueryArrayConfig } from 'pg';
import { describe, expect, test } from 'vitest';
import { OutturnError } from '../base/errors.ts';
import { AnswerTimeoutError } from '../base/pg-error.ts';
import { textRows, within } from './query-rows.ts';
import { ReplacingPool } from './replacing-pool.ts';
import { measureFor } from './statement-timing.ts';

/** A pool that records its statements, and fails at those in `failures`. */
function pool(failures: Record<string, Error> = {}) {
  const asked: string[] = [];
  const state = { released: [] as unknown[], ended: 0 };
  const query = async (config: string | QueryArrayConfig) => {
    const text = typeof config === 'string' ? config : config.text;
    asked.push(text);
    const failure = failures[text];
    if (failure) throw failure;
    return { rows: [['1']] };
  };
  const client = { query, on() {}, off() {}, release: (error: unknown) => state.released.push(error) };
  const end = async () => {
    state.ended++;
  };
  // Only the part of a pool that runs statements.
  return { pool: { query, connect: async () => client, end } as unknown as Pool, asked, state };
}

const statement: QueryArrayConfig = { text: 'select 1', values: [], rowMode: 'array' };

describe('a statement with a time limit of its own', () => {
  test('runs in a read-only transaction, and returns its connection', async () => {
    const { pool: source, asked, state } = pool();
    expect((await within(source, 5_000).query(statement)).rows).toEqual([['1']]);
    expect(asked).toEqual(['begin read only; set local statement_timeout = 5000', 'select 1', 'commit']);
    expect(state.released).toEqual([undefined]);
  });

  test('is rolled back when it fails, and its connection is kept', async () => {
    const failure = new Error('canceled');
    const { pool: source, asked, state } = pool({ 'select 1': failure });
    await expect(within(source, 5_000).query(statement)).rejects.toBe(failure);
    expect(asked.at(-1)).toBe('rollback');
    expect(state.released).toEqual([undefined]);
  });

  test('closes a connection that cannot be rolled back', async () => {
    const lost = new Error('Connection terminated');
    const { pool: source, state } = pool({ 'select 1': new Error('canceled'), rollback: lost });
    await expect(within(source, 5_000).query(statement)).rejects.toThrow('canceled');
    expect(state.released).toEqual([lost]);
  });
});

test('statements are named where prepared statements are on, except those with many shapes', async () => {
  const names: (string | undefined)[] = [];
  const source = {
    async query({ name }: QueryArrayConfig) {
      names.push(name);
      return { rows: [], command: '', rowCount: 0, oid: 0, fields: [] };
    },
  };
  const measure = measureFor({});
  const prepared = textRows(source, { measure, hasPreparedStatements: true });
  await prepared('a', 'select 1', []);
  await prepared('b', 'select 2', [], { isPrepared: false });
  await textRows(source, { measure, hasPreparedStatements: false })('c', 'select 3', []);
  expect(names).toEqual(['a', undefined, undefined]);
});

test("a failed statement is measured, too, and a caller's mistake is not its failure", async () => {
  const measured: unknown[] = [];
  const measure = measureFor({
    onStatement: (name, time, isFailed) => measured.push([name, time >= 0, isFailed]),
  });
  await measure('fine', async () => 1);
  await expect(measure('broken', () => Promise.reject(new Error('x')))).rejects.toThrow('x');
  await expect(
    measure('refused', () => Promise.reject(new OutturnError('Invalid Request'))),
  ).rejects.toThrow();
  expect(measured).toEqual([
    ['fine', true, false],
    ['broken', true, true],
    ['refused', true, false],
  ]);
});

describe('a pool with a silent connection', () => {
  const silence = { 'select 1': new AnswerTimeoutError() };

  test('is replaced by a new one, once', async () => {
    const pools = [pool(silence), pool()];
    let opened = 0;
    const renewed = new ReplacingPool(() => (pools[opened++] as (typeof pools)[number]).pool);
    const both = await Promise.allSettled([renewed.query(statement), renewed.query(statement)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([opened, pools[0]?.state.ended]).toEqual([2, 1]);
    expect((await renewed.query(statement)).rows).toEqual([['1']]);
  });

  test('is kept after any other failure', async () => {
    const only = pool({ 'select 1': new Error('division by zero') });
    const renewed = new ReplacingPool(() => only.pool);
    await expect(renewed.query(statement)).rejects.toThrow('division by zero');
    expect([renewed.current, only.state.ended]).toEqual([only.pool, 0]);
  });
});
