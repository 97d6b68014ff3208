import { beforeAll, expect, test } from 'vitest';
import { type Browser, fromOurPage, signedUp } from '../support/browser.ts';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { openStream } from '../support/live/event-stream.ts';

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

test.each([
  ['/trpc/records.live', /no-(cache|store), no-transform/],
  [
    `/graphql?query=${encodeURIComponent('subscription { analytics(window: {from: "2026-01-01", to: "2026-02-01"}) { totals { goals } } }')}`,
    /no-store/,
  ],
])('no cache may store the event stream at %s', async (path, control) => {
  const stream = await openStream(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(stream.response.headers.get('cache-control')).toMatch(control);
  stream.close();
});
