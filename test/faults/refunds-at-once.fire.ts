import { recordKinds, verifyRollups } from '@outturn/service';
import { beforeAll, expect, test } from 'vitest';
import { findContradictions } from '../../packages/service/src/ledger/correcting/find-contradictions.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import type { Gateway } from '../support/gateway.ts';
import { type Account, openAccount } from '../support/load/account.ts';
import { sumOf, toUnits } from '../support/load/exact-decimal.ts';
import { figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';

const ROUNDS = figure(6, 100);
const REFUNDS = 50;
const AMOUNT = '30.00';

const recordedAt = '2026-01-15T10:30:00.000Z';
const amounts = Array.from({ length: REFUNDS }, (_, i) => (i % 4 < 2 ? '1.00' : '1.50'));

const store = usePrivateDatabase();
const gateways = useGateways();
let both: Gateway[];
let account: Account;
beforeAll(async () => {
  both = [await gateways.start(store.url), await gateways.start(store.url)];
  account = await openAccount(store.database);
});

async function post(gateway: number, path: string, body: unknown) {
  const url = `${both[gateway]?.url}/v1/revenues${path}`;
  const { status, text } = await send(url, { token: account.token, body: JSON.stringify(body) });
  return { status, body: JSON.parse(text) };
}

/** Whether each refund was made. All others are refused because they exceed what remains. */
type Settle = (revenueId: string) => Promise<boolean[]>;

const exceeds = 'is more than what remains to be refunded';

const oneByOne: Settle = (id) =>
  Promise.all(
    amounts.map(async (amount, i) => {
      const { status, body } = await post(i % 2, `/${id}/refunds`, { amount, recordedAt });
      if (status !== 201) expect(body.details?.[0]?.message, JSON.stringify(body)).toContain(exceeds);
      return status === 201;
    }),
  );

/** Each gateway gets half of them in one batch. */
const inBatches: Settle = async (revenueId) => {
  const isDone: boolean[] = [];
  const halves = [0, 1].map((half) => amounts.keys().filter((i) => i % 2 === half));
  await Promise.all(
    halves.map(async (half, gateway) => {
      const places = [...half];
      const items = places.map((i) => ({ revenueId, amount: amounts[i], recordedAt }));
      const { body } = await post(gateway, '/refunds/batch', items);
      for (const [i, { status, error }] of body.results.entries()) {
        if (status !== 'created') expect(error.details[0].message).toContain(exceeds);
        isDone[places[i] as number] = status === 'created';
      }
    }),
  );
  return isDone;
};

test.each([
  ['one by one', oneByOne],
  ['in batches', inBatches],
])(
  `${REFUNDS} refunds at once over two gateways, ${ROUNDS} times, %s: never too much, never refused if it fits`,
  {
    timeout: 900_000,
  },
  async (how, settle) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { body } = await post(round % 2, '', { amount: AMOUNT, recordedAt });
      const isDone = await settle(body.id);
      const paidBack = sumOf(amounts.filter((_, i) => isDone[i]).map(toUnits));
      const refused = amounts.filter((_, i) => !isDone[i]).map(toUnits);
      const remaining = toUnits(AMOUNT) - paidBack;
      expect(remaining).toBeGreaterThanOrEqual(0n);
      // Nothing is given back, so what does not fit now may not have fitted before.
      expect(refused.filter((amount) => amount <= remaining)).toEqual([]);
      const { rows } = await store.database.pool.query(
        'select coalesce(-sum(amount), 0)::text as sum from revenues where developer_id = $1 and refund_of = $2',
        [account.developerId, body.id],
      );
      expect(toUnits(rows[0].sum)).toBe(paidBack);
    }
    expect(await Array.fromAsync(verifyRollups(store.database, recordKinds))).toEqual([]);
    expect(await Array.fromAsync(findContradictions(store.database, recordKinds))).toEqual([]);
    report(
      `${ROUNDS} rounds × ${REFUNDS} refunds at once (${how}) of 1.00 and 1.50 over two gateways: never more than ${AMOUNT}, and none refused that fits`,
    );
  },
);
