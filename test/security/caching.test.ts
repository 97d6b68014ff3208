import { beforeAll, expect, test } from 'vitest';
import { type Browser, fromOurPage, signedUp } from '../support/browser.ts';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
let token: string;
let browser: Browser;
beforeAll(async () => {
  ({ token } = await mintKey());
  browser = await signedUp(gateway.url);
});

const query = encodeURIComponent('{ revenues { nodes { id } } }');
const paths = [
  '/v1/revenues',
  '/v1/revenues/nonsense',
  '/v1/nothing',
  `/graphql?query=${query}`,
  '/graphql?query=nonsense',
  '/trpc/revenues.list',
  '/trpc/revenues.get?input={}',
  '/trpc/nothing',
];

// Otherwise a cache could serve the answer of one session to the next, by its URL alone.
test.each(paths)('no cache may store an answer at %s for any caller', async (path) => {
  const session = { cookie: browser.cookie, ...fromOurPage };
  for (const call of [{ token }, { headers: session }, {}]) {
    const { headers } = await send(`${gateway.url}${path}`, call);
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

const window = '{"from":"2026-01-01","to":"2026-02-01"}';
const slice = 'analytics(window: {from: "2026-01-01", to: "2026-02-01"}) { totals { goals } }';
const graphql = (document: string) => `/graphql?query=${encodeURIComponent(document)}`;

// One set of headers keeps caches, compressing proxies and the buffers of nginx away from all of them.
test.each([
  ['live records of tRPC', '/trpc/records.live', 'text/event-stream'],
  ['live figures of tRPC', `/trpc/analytics.live?input={"window":${window}}`, 'text/event-stream'],
  ['a refused subscription of tRPC', '/trpc/analytics.live?input={}', 'text/event-stream'],
  ['a streamed batch of tRPC', '/trpc/revenues.list?batch=1&input={}', 'application/jsonl'],
  ['live figures of GraphQL', graphql(`subscription { ${slice} }`), 'text/event-stream'],
  ['a refused subscription of GraphQL', graphql('subscription { nothing }'), 'text/event-stream'],
  ['a query of GraphQL as an event stream', graphql(`{ ${slice} }`), 'text/event-stream'],
])('%s has the headers of every stream', async (_, path, accept) => {
  const closing = new AbortController();
  const { headers } = await fetch(`${gateway.url}${path}`, {
    headers: { authorization: `Bearer ${token}`, accept },
    signal: closing.signal,
  });
  closing.abort();
  const names = ['cache-control', 'x-accel-buffering', 'content-encoding', 'content-length'];
  expect(Object.fromEntries(names.map((name) => [name, headers.get(name)]))).toEqual({
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'content-encoding': null,
    'content-length': null,
  });
});
