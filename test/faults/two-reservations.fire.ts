import { Agent } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { post } from '../support/load/exchange.ts';
import { useGateways } from '../support/load/gateways.ts';
import { holdRecording } from '../support/load/held.ts';
import { type Caller, routes } from '../support/load/routes.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
const agent = new Agent({ keepAlive: true });
let url: string;

beforeAll(async () => {
  ({ url } = await gateways.start(store.url));
});

/** One call: an idempotency key or none, a record key or none, and one of two contents. */
type Step = [idempotencyKey: string | undefined, recordKey: string | undefined, content: 'x' | 'y'];

/** Records, and returns the results in short: `new`, `replay of <n-th step>`, or the code of the refusal. */
async function tell(token: string, steps: readonly Step[]): Promise<string[]> {
  const ids: string[] = [];
  const told: string[] = [];
  for (const [idempotencyKey, key, content] of steps) {
    const answer = await post(agent, `${url}/v1/revenues`, {
      body: JSON.stringify({ amount: '1', recordedAt: '2026-06-30T12:00:00Z', key, description: content }),
      headers: {
        authorization: `Bearer ${token}`,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
    });
    const { id, code } = JSON.parse(answer.text);
    const isReplay = answer.headers['idempotent-replayed'] === 'true';
    if (answer.status !== 201) told.push(code);
    else told.push(isReplay ? `replay of ${ids.indexOf(id)}` : 'new');
    ids.push(id);
  }
  return told;
}

const REUSED = 'Idempotency Key Reused';
const TAKEN = 'Invalid Request';

const cases: { name: string; steps: Step[]; told: string[] }[] = [
  {
    name: 'both again, with the same and with other content',
    steps: [
      ['A', 'N', 'x'],
      ['A', 'N', 'x'],
      ['A', 'N', 'y'],
    ],
    told: ['new', 'replay of 0', REUSED],
  },
  {
    name: 'another idempotency key replays by the record key, and is then taken too',
    steps: [
      ['A', 'N', 'x'],
      ['B', 'N', 'x'],
      ['B', 'N', 'x'],
      ['B', 'M', 'x'],
      ['B', undefined, 'x'],
    ],
    told: ['new', 'replay of 0', 'replay of 0', REUSED, REUSED],
  },
  {
    name: 'another idempotency key with other content is refused and stays free',
    steps: [
      ['A', 'N', 'x'],
      ['B', 'N', 'y'],
      ['B', 'M', 'y'],
      ['B', 'N', 'y'],
    ],
    told: ['new', TAKEN, 'new', REUSED],
  },
  {
    name: 'another record key under a used idempotency key is refused and stays free',
    steps: [
      ['A', 'N', 'x'],
      ['A', 'M', 'x'],
      ['B', 'M', 'x'],
      ['A', undefined, 'x'],
    ],
    told: ['new', REUSED, 'new', REUSED],
  },
  {
    name: 'the record key alone, before and after',
    steps: [
      [undefined, 'N', 'x'],
      [undefined, 'N', 'x'],
      ['A', 'N', 'x'],
      ['A', 'N', 'y'],
      [undefined, 'N', 'y'],
    ],
    told: ['new', 'replay of 0', 'replay of 0', REUSED, TAKEN],
  },
  {
    name: 'the idempotency key alone does not take a record key',
    steps: [
      ['A', undefined, 'x'],
      ['A', 'N', 'x'],
      ['B', 'N', 'x'],
      ['A', undefined, 'x'],
    ],
    told: ['new', REUSED, 'new', 'replay of 0'],
  },
  {
    name: 'reservations of two different records',
    steps: [
      ['A', 'N', 'x'],
      ['B', 'M', 'x'],
      ['A', 'M', 'x'],
      ['B', 'N', 'x'],
      ['C', 'N', 'x'],
      ['C', 'M', 'x'],
    ],
    told: ['new', 'new', REUSED, REUSED, 'replay of 0', REUSED],
  },
];

test.each(cases)('$name', async ({ steps, told }) => {
  const { token, developerId } = await openAccount(store.database);
  expect(await tell(token, steps)).toEqual(told);
  const sql = 'select 1 from revenues where developer_id = $1';
  const { rowCount } = await store.database.pool.query(sql, [developerId]);
  expect(rowCount).toBe(told.filter((one) => one === 'new').length);
});

describe('an idempotency key that two requests reserve concurrently', () => {
  /** One records an outcome under it; the other finds its revenue by the record key. Only one may reserve it. */
  test('is given to one of them', async () => {
    const account = await openAccount(store.database);
    const caller: Caller = { url, agent, ...account };
    const fact = { kind: 'outcomes', input: { value: '1' } } as const;
    const input = { amount: '1', recordedAt: '2026-06-30T12:00:00Z', key: 'invoice' };
    await routes.restSingle.send(caller, [{ key: 'outcome', fact }]);
    await routes.restSingle.send(caller, [{ key: 'revenue', fact: { kind: 'revenues', input } }]);

    const held = await holdRecording(store.database, account.developerId, 2);
    const first = routes.restSingle.send(caller, [{ key: 'contested', fact }]);
    await held.waiting(1); // it has reserved the key and is not committed
    const second = routes.restSingle.send(caller, [{ key: 'contested', fact: { kind: 'revenues', input } }]);
    await held.waiting(2);
    await held.release();

    expect(await first).toMatchObject([{ status: 'created' }]);
    expect(await second).toEqual([{ status: 'rejected', code: REUSED }]);
  });
});
