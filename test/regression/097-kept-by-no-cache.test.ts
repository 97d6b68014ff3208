import { expect, test } from 'vitest';
import { type Browser, fromOurPage, signedUp } from '../support/browser.ts';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { openStream } from '../support/live/event-stream.ts';

const gateway = useGateway();

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

// Without a word, what a session was shown may be kept on the way by its URL alone, and shown to the next session.
test.each(paths)('what is answered at %s is kept by no cache, whoever asks', async (path) => {
  const { token } = await mintKey();
  const { cookie }: Browser = await signedUp(gateway.url);
  for (const call of [{ token }, { headers: { cookie, ...fromOurPage } }, {}]) {
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
])('what is followed at %s is kept by none either', async (path, control) => {
  const { token } = await mintKey();
  const stream = await openStream(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(stream.response.headers.get('cache-control')).toMatch(control);
  stream.close();
});
