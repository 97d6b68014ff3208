import { expect, onTestFinished } from 'vitest';
import { type Browser, fromOurPage } from '../browser.ts';
import { type EventStream, openStream } from './event-stream.ts';

const slice =
  'subscription { analytics(window: {from: "2026-01-01", to: "2026-02-01"}) { totals { goals } } }';

/** Opens a live stream of the browser's session; resolves after its first events. */
export async function followSession(
  { url, cookie }: Browser,
  surface: 'tRPC' | 'GraphQL' = 'tRPC',
): Promise<EventStream> {
  const headers = { cookie, origin: url, ...fromOurPage };
  const stream = await (surface === 'tRPC'
    ? openStream(`${url}/trpc/records.live?input={}`, { headers })
    : openStream(`${url}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query: slice }),
      }));
  onTestFinished(() => stream.close());
  const first = await stream.next();
  if (surface === 'tRPC') await stream.next();
  expect(first).toBeDefined();
  return stream;
}

/** All text that a stream sends before its end, and the milliseconds until then. */
export async function untilEnd(stream: EventStream): Promise<{ text: string; after: number }> {
  const start = performance.now();
  let text = '';
  for (let event = await stream.next(); event; event = await stream.next()) text += event.data;
  return { text, after: performance.now() - start };
}
