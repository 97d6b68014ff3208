import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { type Account, openAccount } from '../support/load/account.ts';
import { post } from '../support/load/exchange.ts';
import { useGateways } from '../support/load/gateways.ts';
import { holdAllRecording } from '../support/load/held.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { probed } from '../support/process-probe.ts';

const DEVELOPERS = 24;
/** How many batches each developer sends, one after the other. */
const BATCHES = 4;
const BATCH = 100;
/** How many of these batches weigh as much as the limit of all developers together. */
const ROOM = 50;
/** The limit of the gateway's memory, in bytes; without a budget for all developers it would exceed the heap. */
const MOST = 400_000_000;
/** The heap limit in a container of 1 GiB, in MiB. */
const HEAP = 512;

const store = usePrivateDatabase();
const gateways = useGateways();
const agent = new Agent({ keepAlive: true });
/** Metadata that makes a row weigh as much as ten. */
const metadata = { note: 'x'.repeat(15_900) };

type Result = { status: string; record?: { id: string } };
type Told = { status: number; text: string; retryAfter: string | undefined; ids: string[] };

test('the queues of many developers share one budget: accepted batches are written once, refused ones succeed later', {
  timeout: 120_000,
}, async () => {
  const { env, probe } = probed();
  const { url } = await gateways.start(store.url, {
    REDIS_URL: '',
    NODE_OPTIONS: `${env.NODE_OPTIONS} --max-old-space-size=${HEAP}`,
    OUTTURN_PROBE: env.OUTTURN_PROBE,
  });
  const send = async ({ token }: Account, name: string, items: object[]): Promise<Told> => {
    const body = JSON.stringify(items.map((item, i) => ({ ...item, idempotencyKey: `${name}:${i}` })));
    const headers = { authorization: `Bearer ${token}` };
    const answer = await post(agent, `${url}/v1/goals/batch`, { body, headers });
    const { results = [] } = JSON.parse(answer.text) as { results?: Result[] };
    const ids = results.flatMap(({ record }) => (record ? [record.id] : []));
    return { status: answer.status, text: answer.text, retryAfter: answer.headers['retry-after'], ids };
  };
  const small = (length: number) => Array.from({ length }, () => ({ goalKey: 'resolved' }));
  const large = Array.from({ length: BATCH }, () => ({ goalKey: 'resolved', metadata }));
  const open = async () => {
    const account = await openAccount(store.database);
    return { account, ids: (await send(account, 'first', small(1))).ids };
  };
  const accounts = await Promise.all(Array.from({ length: DEVELOPERS }, open));
  const neighbour = await open();
  const held = await holdAllRecording(store.database);

  const answered: Told[] = [];
  const sent = [];
  for (let n = 0; n < BATCHES; n++) {
    for (const { account, ids } of accounts) {
      const attempt = () => send(account, `batch-${n}`, large);
      const first = attempt();
      sent.push({ attempt, first, ids });
      first.then((told) => answered.push(told));
      // So that the queues fill up, and not the sockets.
      await Promise.race([first, sleep(20)]);
    }
  }
  // A developer with a short queue is still served.
  const ofNeighbour = send(neighbour.account, 'batch', small(500));
  const isRefused = ofNeighbour.then(({ status }) => status !== 200);
  expect(await Promise.race([isRefused, sleep(1_000, false)])).toBe(false);
  // A slow machine may still be reading some of them. The held batches are given up later than that.
  await waitUntil('the rest is refused', () => sent.length - answered.length <= ROOM, 5_000);
  const { heap } = await probe();
  const refused = [...answered];
  await held.release();

  expect(heap).toBeLessThan(MOST);
  for (const { text, ...told } of refused) {
    expect(told).toMatchObject({ status: 429, retryAfter: '1' });
    expect(JSON.parse(text)).toMatchObject({
      code: 'Rate Limit Exceeded',
      message:
        'Too many records are waiting to be written by the service, for all accounts. Retry after a second.',
    });
  }
  for (const { attempt, first, ids } of sent) {
    let told = await first;
    while (told.ids.length < BATCH) {
      await sleep(100);
      told = await attempt();
    }
    ids.push(...told.ids);
  }
  neighbour.ids.push(...(await ofNeighbour).ids);
  expect(neighbour.ids).toHaveLength(1 + 500);
  const sql = 'select array_agg(id::text order by id) as ids from goals where developer_id = $1';
  for (const { account, ids } of [...accounts, neighbour]) {
    const { rows } = await store.database.pool.query(sql, [account.developerId]);
    expect(rows[0].ids).toEqual(ids.sort());
  }
});
