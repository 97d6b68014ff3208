import { beforeAll, expect, test } from 'vitest';
import { type Browser, fromOurPage, signedUp } from '../support/browser.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
let browser: Browser;
let token: string;

beforeAll(async () => {
  browser = await signedUp(gateway.url);
  ({ token } = await browser.trpc.apiKeys.create.mutate({ name: 'Production', scopes: ['*'] }));
  for (let count = 0; count < 12; count++) {
    await browser.trpc.revenues.record.mutate({
      amount: '1.50',
      recordedAt: new Date().toISOString(),
      agentKey: `agent-${count}`,
    });
  }
});

const list = '/trpc/revenues.list';
const ask = (path: string, headers: Record<string, string>) => send(`${gateway.url}${path}`, { headers });
const ofSession = (encodings: string) => ({
  cookie: browser.cookie,
  ...fromOurPage,
  'accept-encoding': encodings,
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('a browser that accepts "%s" gets the answer of a query in %s', async (encodings, encoding) => {
  const plain = await ask(list, { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' });
  const answer = await ask(list, ofSession(encodings));
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('x-request-id')).not.toBeNull();
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toEqual(JSON.parse(plain.text));
  expect(JSON.parse(answer.text).result.data.items).toHaveLength(12);
});

test('small answers, answers to mutations and answers with an API key are not compressed', async () => {
  const session = ofSession('br');
  const small = await ask('/trpc/account.get', session);
  const refused = await ask('/trpc/nothing', session);
  const both = await ask(list, { ...session, authorization: `Bearer ${token}` });
  const mutation = await browser.send('/trpc/agents.create', {
    body: { key: 'long', name: 'L'.repeat(200), metadata: { text: 'm'.repeat(2000) } },
    headers: session,
  });
  expect([small.status, refused.status, both.status]).toEqual([200, 404, 200]);
  for (const { headers } of [small, refused, both, mutation])
    expect(headers.get('content-encoding')).toBeNull();
});

test.each(['accept', 'trpc-accept'])('a batch that "%s" has streamed is not compressed', async (name) => {
  const headers = { ...ofSession('br'), [name]: 'application/jsonl' };
  const answer = await ask(`${list}?batch=1&input=${encodeURIComponent('{"0":{}}')}`, headers);
  expect(answer.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.text.split('\n').length).toBeGreaterThan(2);
});
