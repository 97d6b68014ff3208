import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import type { Gateway } from '../support/gateway.ts';
import { type Account, openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { holdQuestions } from '../support/load/held.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { scrape, sumOf } from '../support/metrics.ts';
import { THROUGH_POOLER } from '../support/pooler/behind-pooler.ts';

/** How many questions of one developer are answered at once. */
const AT_ONCE = 2;
/** Well below the 15 seconds after which questions end by themselves. */
const SOON = 10_000;

const store = usePrivateDatabase();
const gateways = useGateways();
const window = { from: '2026-01-01', to: '2026-02-01' };
const ofWindow = 'analytics(window: {from: "2026-01-01", to: "2026-02-01"})';
let gateway: Gateway;
let account: Account;

beforeAll(async () => {
  gateway = await gateways.start(store.url, { REDIS_URL: '' });
});
beforeEach(async () => {
  account = await openAccount(store.database);
  await holdQuestions(store.database);
});

type Ask = (question: { isHeld: boolean; signal?: AbortSignal }) => Promise<Response>;

const authorized = () => ({ authorization: `Bearer ${account.token}`, 'content-type': 'application/json' });
const post = (path: string, body: unknown, signal: AbortSignal | undefined) =>
  fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: authorized(),
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

/** How many statements of one question run at a time: one, behind a pooler and on Citus. */
const together = () => (process.env[THROUGH_POOLER] || !store.database.distribution.sharesSnapshots ? 1 : 2);
// A question that reads no rollups would not wait for the lock.
const parts = 'totals { revenue } series(every: DAY) { totals { revenue } }';
const overGraphql: Ask = ({ isHeld, signal }) =>
  post('/graphql', { query: `{ ${ofWindow} { ${isHeld ? parts : 'window { from }'} } }` }, signal);

const sameParts = { totals: ['revenue'], series: { days: { every: 'day', totals: ['revenue'] } } };
const trpcPath = (procedure: string, input: unknown) =>
  `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
const get = (path: string, signal: AbortSignal | undefined) =>
  fetch(`${gateway.url}${path}`, { headers: authorized(), ...(signal && { signal }) });

const overTrpc: Ask = ({ isHeld, signal }) =>
  get(trpcPath('analytics.slice', { window, ...(isHeld && sameParts) }), signal);

const asReport: Ask = ({ isHeld, signal }) =>
  get(trpcPath('reports.run', { name: isHeld ? 'held' : 'quick' }), signal);

async function saveReports(): Promise<void> {
  const documents = { held: `{ ${ofWindow} { ${parts} } }`, quick: `{ ${ofWindow} { window { from } } }` };
  for (const [name, document] of Object.entries(documents)) {
    const saved = await post('/trpc/reports.save', { name, document }, undefined);
    expect(saved.status, await saved.text()).toBe(200);
  }
}

/** How many sessions of the gateway meet a condition. */
async function sessions(condition: string): Promise<number> {
  const sql = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition}`;
  return (await store.database.pool.query(sql)).rowCount ?? 0;
}
const held = () => sessions(`wait_event_type = 'Lock'`);
// The session that holds the lock is idle in its transaction.
const inTransaction = () => sessions(`state <> 'idle' and query not like 'lock table%'`);

async function count(name: string, labels: Record<string, string> = {}): Promise<number> {
  return sumOf((await scrape(gateway.url)).samples, name, labels);
}
/** Warnings and errors of the gateway; whether calls are slow, and whether autovacuum is on, depends on the machine. */
const problems = () =>
  gateway
    .output()
    .split('\n')
    .filter(
      (line) => /"level":"?(warn|error|fatal|[456]0)\b/.test(line) && !/"slow call"|autovacuum/.test(line),
    );
const asked = () => count('outturn_statement_duration_seconds_count', { statement: 'analytics' });
const failed = async () =>
  (await count('outturn_statement_failures_total')) +
  (await count('outturn_operation_duration_seconds_count', { code: 'Server Error' }));

test.each([
  ['GraphQL', overGraphql],
  ['tRPC', overTrpc],
  ['a report', asReport],
])(
  'over %s, a question is cancelled when its caller leaves, and a queued one never begins',
  async (_, ask) => {
    if (ask === asReport) await saveReports();
    const [askedBefore, failedBefore] = [await asked(), await failed()];
    const [running, queued] = [new AbortController(), new AbortController()];
    const begin = ({ signal }: AbortController) => ask({ isHeld: true, signal }).catch(() => 'left');
    const answers = Array.from({ length: AT_ONCE }, () => begin(running));
    await waitUntil('all statements run', async () => (await held()) === together() * AT_ONCE);
    answers.push(begin(queued));
    await sleep(200);
    // In one moment, the place could be free before the gateway learns that the queued caller has left.
    queued.abort();
    await sleep(200);
    running.abort();
    expect(await Promise.all(answers)).toEqual(Array(AT_ONCE + 1).fill('left'));
    await waitUntil('none runs', async () => (await held()) + (await inTransaction()) === 0, SOON);

    // Both places are free again, and the connections work.
    const began = performance.now();
    const next = await Promise.all(Array.from({ length: 2 * AT_ONCE }, () => ask({ isHeld: false })));
    expect(performance.now() - began).toBeLessThan(SOON);
    for (const answer of next) {
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('2026-01-01T00:00:00.000Z');
    }
    expect((await asked()) - askedBefore).toBe(together() * AT_ONCE);
    expect((await failed()) - failedBefore).toBe(0);
    expect(problems()).toEqual([]);
  },
);

test.each([
  ['GraphQL', `/graphql?query=${encodeURIComponent(`subscription { ${ofWindow} { ${parts} } }`)}`],
  ['tRPC', trpcPath('analytics.live', { window, ...sameParts })],
])('over %s, the question of a subscription is cancelled when its client leaves', async (_, path) => {
  const failedBefore = await failed();
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${account.token}`, accept: 'text/event-stream' };
  const stream = fetch(`${gateway.url}${path}`, { headers, signal: leaving.signal })
    .then((response) => response.text())
    .catch(() => 'left');
  await waitUntil('its statements run', async () => (await held()) === together());
  leaving.abort();
  expect(await stream).toBe('left');
  await waitUntil('none runs', async () => (await held()) + (await inTransaction()) === 0, SOON);
  expect((await failed()) - failedBefore).toBe(0);
  expect(await count('outturn_subscriptions_open')).toBe(0);
  expect(problems()).toEqual([]);
});
