import { expect, test } from 'vitest';
import { schemaNumber } from '../../packages/service/src/database/migrations/index.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { bound } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { NEXT_NUMBER } from '../support/next-version.ts';
import { on } from '../support/on.ts';
import { createStore, ready, record, require, TOO_OLD } from '../support/required-schema.ts';

const gateways = useGateways();
/** Milliseconds. */
const SOON = bound(20_000, 5_000);

test('running gateway turns unready and answers 500 with Retry-After within five seconds, until it may go on', async () => {
  const { url, token } = await createStore();
  const gateway = await gateways.start(url);
  expect((await record(gateway, token)).status).toBe(201);
  const live = await fetch(`${gateway.url}/trpc/records.live?input={}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  });
  const raised = performance.now();
  await require(url, NEXT_NUMBER);
  const ended = live.text().then((text) => ({ text, after: performance.now() - raised }));
  await waitUntil('it is unready', async () => (await ready(gateway)) === 503);
  const writes = [
    ['/v1/revenues', JSON.stringify(minimal)],
    ['/trpc/revenues.record', JSON.stringify(minimal)],
    ['/trpc/agents.create', JSON.stringify({ key: 'a' })],
    ['/api/auth/sign-in/email', JSON.stringify({ email: 'a@example.com', password: 'a password of mine' })],
    ['/v1/agents', null],
  ] as const;
  for (const [path, body] of writes) {
    const { status, headers } = await send(`${gateway.url}${path}`, { token, body });
    expect([path, status, headers.get('retry-after')]).toEqual([path, 500, '1']);
  }
  expect(performance.now() - raised).toBeLessThan(SOON);
  const { text, after } = await ended;
  expect(text).toContain('This gateway is too old for its database');
  expect(after).toBeLessThan(SOON);
  expect(JSON.parse((await send(`${gateway.url}/readyz`)).text).reason).toBe(TOO_OLD);

  await require(url, schemaNumber);
  await waitUntil('it is ready', async () => (await ready(gateway)) === 200);
  expect((await record(gateway, token)).status).toBe(201);
  expect(await on(url, 'select count(*)::int from revenues')).toEqual([{ count: 2 }]);
});
