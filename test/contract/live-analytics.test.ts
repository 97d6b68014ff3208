import { expect, test } from 'vitest';
import { mintKey, revokeKey } from '../support/developers.ts';
import { useGateway, useOwnGateway } from '../support/drivers/surfaces.ts';
import { openStream } from '../support/live/event-stream.ts';

const gateway = useGateway();
const neighbour = useOwnGateway();

const query = `subscription {
  analytics(window: {from: "2026-01-01", to: "2026-02-01"}) {
    totals { revenue goals }
    by(dimension: AGENT) { key totals { revenue } }
  }
}`;

async function follow(token: string, document = query) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const stream = await openStream(`${gateway.url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query: document }),
  });
  const next = async () => {
    const event = await stream.next();
    return event && JSON.parse(event.data);
  };
  return { ...stream, next };
}

async function record(token: string, agentKey: string, amount: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ amount, recordedAt: '2026-01-10T00:00:00Z', agentKey });
  expect((await fetch(`${neighbour.url}/v1/revenues`, { method: 'POST', headers, body })).status).toBe(201);
}

test('running totals follow records of another gateway, and end when the key is revoked', async () => {
  const { token, id } = await mintKey();
  const stream = await follow(token);
  expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
  const totals = (revenue: string, by: object[]) => ({
    data: { analytics: { totals: { revenue, goals: 0 }, by } },
  });
  expect(await stream.next()).toEqual(totals('0', []));
  await record(token, 'ann', '10.50');
  expect(await stream.next()).toEqual(totals('10.5', [{ key: 'ann', totals: { revenue: '10.5' } }]));
  await record(token, 'bob', '20');
  expect(await stream.next()).toEqual(
    totals('30.5', [
      { key: 'bob', totals: { revenue: '20' } },
      { key: 'ann', totals: { revenue: '10.5' } },
    ]),
  );
  await revokeKey(id);
  expect(await stream.next()).toMatchObject({
    data: { analytics: null },
    errors: [{ extensions: { code: 'Unauthorized' } }],
  });
});

test('a question that is wrong from the start is answered like a query', async () => {
  const { token } = await mintKey({ scopes: ['revenues:read'] });
  const stream = await follow(token);
  expect(await stream.next()).toMatchObject({ errors: [{ extensions: { code: 'Forbidden' } }] });

  const { token: analyst } = await mintKey();
  const wrong = await follow(analyst, query.replace('"2026-02-01"', '"2025-01-01"'));
  expect(await wrong.next()).toMatchObject({
    errors: [{ message: 'window.to must be after from', extensions: { code: 'Invalid Request' } }],
  });
});
