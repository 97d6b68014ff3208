import type { Revenue } from '@outturn/service';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mintKey, testDatabase } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { isReplay, send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { figure } from '../support/load/figures.ts';

/** A sample in the ordinary run; a million amounts with FIRE_SCALE=1. */
const BATCHES = figure(6, 1_000);
const BATCH_SIZE = 1000;

const gateway = useGateway();

type Batch = { created: number; results: { status: string; record: Revenue }[] };

/** The allowed form, and often its edges: zeros on either side, signed zero, the longest amount. */
const amount = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^-?[0-9]{1,15}(\.[0-9]{1,9})?$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^-?0{1,15}(\.0{1,9})?$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^-?0{1,14}[1-9](\.[0-9]{0,8}0)?$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('999999999999999.999999999', '-999999999999999.999999999', '0', '-0'),
  },
);

/** The exact value of an amount, in billionths of a dollar. */
function worth(text: string): bigint {
  const [, sign, digits = '', decimals = ''] = text.match(/^(-?)(\d+)(?:\.(\d+))?$/) ?? [];
  return BigInt(`${sign}1`) * BigInt(digits + decimals.padEnd(9, '0'));
}

const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0;

/** The same value and decimals without redundant characters: these three rules leave exactly one text. */
function expectCanonical(shown: string, sent: string): void {
  if (worth(shown) !== worth(sent) || decimalsOf(shown) !== decimalsOf(sent)) expect(shown).toBe(sent);
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(shown)) expect(shown).toBe('an amount without leading zeros');
  if (/^-[0.]+$/.test(shown)) expect(shown).toBe('zero without a sign');
}

const resultsIn = (text: string) => text.slice(text.indexOf('"results":'));

async function roundTrip(amounts: string[]): Promise<void> {
  const { token, developer } = await mintKey();
  const body = JSON.stringify(amounts.map((value) => ({ ...minimal, amount: value })));
  const post = () =>
    send(`${gateway.url}/v1/revenues/batch`, { token, idempotencyKey: 'one-batch-of-money', body });
  const original = await post();
  const replay = await post();
  const listed = parse<Revenue[]>((await send(`${gateway.url}/v1/revenues?limit=1000`, { token })).text);
  const { created, results } = parse<Batch>(original.text);
  const records = results.map(({ record }) => record);

  expect(created).toBe(amounts.length);
  // The stored record equals the first answer.
  expect(JSON.stringify(listed.reverse())).toBe(JSON.stringify(records));
  expect(isReplay(replay.headers)).toBe(true);
  expect(resultsIn(replay.text).replaceAll('"status":"replayed"', '"status":"created"')).toBe(
    resultsIn(original.text),
  );
  for (const [i, record] of records.entries()) expectCanonical(record.amount, amounts[i] ?? '');
  expect(await sumOf(developer)).toBe(amounts.reduce((sum, value) => sum + worth(value), 0n));
}

async function sumOf(developer: string): Promise<bigint> {
  const { pool } = await testDatabase();
  const sql =
    'select sum(amount)::text as sum from revenues r join developers d on d.id = developer_id where name = $1';
  const { rows } = await pool.query<{ sum: string }>(sql, [developer]);
  return worth(rows[0]?.sum ?? '');
}

test('every amount of the allowed form comes back in its canonical form', {
  timeout: 3_600_000,
}, async () => {
  const batch = fc.array(amount, { minLength: BATCH_SIZE, maxLength: BATCH_SIZE, size: 'max' });
  await fc.assert(fc.asyncProperty(batch, roundTrip), { numRuns: BATCHES, endOnFailure: true });
});

test.each([
  ['099.90', '99.9'],
  ['0.10', '0.1'],
  ['1', '2'],
  ['5', '05'],
  ['-0', '-0'],
])('the negative control detects %s shown as %s', (sent, shown) => {
  expect(() => expectCanonical(shown, sent)).toThrow();
});
