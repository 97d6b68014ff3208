import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Answer, send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { on } from '../support/on.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
let url: string;
let token: string;
beforeAll(async () => {
  ({ url } = await gateways.start(store.url, { REDIS_URL: '' }));
  ({ token } = await openAccount(store.database));
  await on(
    store.url,
    `create function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
  );
});

/** Of three items one is known, one is new, and one is a mistake. */
const items = (name: string) => [
  { ...minimal, idempotencyKey: 'known' },
  { ...minimal, idempotencyKey: name },
  { ...minimal, amount: 'a lot' },
];

/** The same call in each form that has items. */
const calls: Record<string, (name: string) => Promise<Answer>> = {
  'a batch over REST': (name) =>
    send(`${url}/v1/revenues/batch`, { token, body: JSON.stringify(items(name)) }),
  'a batch over tRPC': (name) =>
    send(`${url}/trpc/revenues.recordBatch`, { token, body: JSON.stringify(items(name)) }),
  'the later of two batches in a request of tRPC': (name) =>
    send(`${url}/trpc/outcomes.recordBatch,revenues.recordBatch?batch=1`, {
      token,
      body: JSON.stringify({ 0: [{ value: '1' }], 1: items(name) }),
    }),
};

// Nobody was told when to send those items again, as whoever sends them one by one is.
test.each(Object.entries(calls))(
  '%s says when to send the items again that failed for a passing reason',
  async (_, call) => {
    const before = await call(randomUUID());
    const name = randomUUID();
    await on(store.url, 'create trigger refuse before insert on revenues execute function refuse()');
    const during = await call(name);
    await on(store.url, 'drop trigger refuse on revenues');
    const after = await call(name);

    expect(during.status, during.text).toBeLessThan(300);
    expect(statuses(during)).toEqual(['replayed', 'Server Error', 'Invalid Request']);
    expect(during.headers.get('retry-after')).toBe('1');
    // A mistake does not pass.
    expect(statuses(after)).toEqual(['replayed', 'created', 'Invalid Request']);
    for (const { headers } of [before, after]) expect(headers.has('retry-after')).toBe(false);
  },
);

/** What became of each item, or why nothing did. */
function statuses({ text }: Answer): string[] {
  const found = text.matchAll(/"status":"(created|replayed|rejected)"(?:,"error":\{"code":"([^"]+)")?/g);
  const all = [...found].map(([, status = '', code]) => code ?? status);
  return all.slice(-3);
}
