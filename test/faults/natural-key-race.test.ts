import { Agent } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { type Answer, post } from '../support/load/exchange.ts';
import { figure } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';

const CLIENTS = 50;
const ROUNDS = figure(3, 100);
const timeout = figure(60_000, 600_000);

const store = usePrivateDatabase();
const gateways = useGateways();
const agent = new Agent({ keepAlive: true });
let urls: string[];

beforeAll(async () => {
  const started = await Promise.all([gateways.start(store.url), gateways.start(store.url)]);
  urls = started.map(({ url }) => url);
});

type Call = { amount: string; key: string; idempotencyKey?: string };

/** Sends all concurrently, to both gateways in turn. */
function race(token: string, calls: readonly Call[]): Promise<Answer[]> {
  return Promise.all(
    calls.map(({ amount, key, idempotencyKey }, i) =>
      post(agent, `${urls[i % urls.length]}/v1/revenues`, {
        body: JSON.stringify({ amount, key, recordedAt: '2026-06-30T12:00:00Z', agentKey: 'agent' }),
        headers: {
          authorization: `Bearer ${token}`,
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
      }),
    ),
  );
}

async function rowsOf(developerId: string, key: string): Promise<{ id: string; amount: string }[]> {
  const sql = 'select id, amount::text from revenues where developer_id = $1 and key = $2';
  return (await store.database.pool.query<{ id: string; amount: string }>(sql, [developerId, key])).rows;
}

const clients = Array.from({ length: CLIENTS }, (_, i) => i);

/** The idempotency keys of a race; `i` is the client. */
const namings: { name: string; idempotencyKey: (i: number, round: number) => string | undefined }[] = [
  { name: 'no idempotency key', idempotencyKey: () => undefined },
  { name: 'one idempotency key', idempotencyKey: (_, round) => `one-key-of-${round}` },
  { name: 'an idempotency key each', idempotencyKey: (i, round) => `each-key-of-${round}-${i}` },
  {
    name: 'some of everything',
    idempotencyKey: (i, round) => (i % 3 ? `some-key-of-${round}-${i % 7}` : undefined),
  },
];

describe.each(namings)(`${CLIENTS} clients race for one record key under $name`, ({ idempotencyKey }) => {
  const call = (amount: string, i: number, round: number): Call => {
    const own = idempotencyKey(i, round);
    return { amount, key: `invoice-${round}`, ...(own !== undefined && { idempotencyKey: own }) };
  };

  test('with the same content: one record, every other call replays it', { timeout }, async () => {
    const { token, developerId } = await openAccount(store.database);
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await race(
        token,
        clients.map((i) => call('7.50', i, round)),
      );

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter(({ headers }) => headers['idempotent-replayed'] !== 'true')).toHaveLength(1);
      expect(await rowsOf(developerId, `invoice-${round}`)).toHaveLength(1);
    }
  });

  test('with two contents: the first wins, equal calls replay it, and all others are refused', {
    timeout,
  }, async () => {
    const { token, developerId } = await openAccount(store.database);
    const amountOf = (i: number) => `${Math.floor(i / urls.length) % 2}`;
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await race(
        token,
        clients.map((i) => call(amountOf(i), i, round)),
      );
      const rows = await rowsOf(developerId, `invoice-${round}`);

      expect(rows).toHaveLength(1);
      answers.forEach(({ status, text }, i) => {
        const isLike = amountOf(i) === rows[0]?.amount;
        expect({ i, status, id: JSON.parse(text).id }).toEqual(
          isLike ? { i, status: 201, id: rows[0]?.id } : { i, status: 400, id: undefined },
        );
        if (!isLike) expect(['Invalid Request', 'Idempotency Key Reused']).toContain(JSON.parse(text).code);
      });
    }
  });
});
