import { createOutturnClient, isOutturnError } from '@outturn/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, signedUp } from '../support/browser.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { failureOf } from '../support/failure-of.ts';

const gateway = useGateway();
let browser: Browser;
beforeAll(async () => {
  browser = await signedUp(gateway.url);
});

/** The client of a page of this origin, with the cookie and the headers that a browser adds. */
function clientOn(origin: string) {
  const site = origin === gateway.url ? 'same-origin' : 'cross-site';
  const sent: string[] = [];
  const fetchOfPage: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('cookie', browser.cookie);
    headers.set('origin', origin);
    headers.set('sec-fetch-site', site);
    sent.push(`${init?.method} ${new URL(`${input}`).pathname}`);
    return fetch(input, { ...init, headers });
  };
  const client = createOutturnClient({ url: gateway.url, apiKey: null, fetch: fetchOfPage });
  return { client, sent };
}

describe('a client on a page, without an API key', () => {
  test('records, reads and follows with the session of the account', async () => {
    const { client } = clientOn(gateway.url);
    const { id } = await client.revenues.record.mutate({
      amount: '1.50',
      recordedAt: '2024-01-15T10:30:00Z',
    });
    const [{ items }, account] = await Promise.all([
      client.revenues.list.query({}),
      client.account.get.query({}),
    ]);
    expect(items.map((item) => item.id)).toEqual([id]);
    expect(account.user.name).toBe('Ada');

    for await (const { data } of client.records.live.subscribe({ kinds: ['goals'] })) {
      if (data.kind === 'position') await client.goals.record.mutate({ goalKey: 'seen' });
      else break;
    }
  });

  test('sends a query that is too long for a URL as a POST', async () => {
    const { client, sent } = clientOn(gateway.url);
    const where = { agent: { in: Array.from({ length: 200 }, (_, i) => `${'k'.repeat(200)}${i}`) } };
    const window = { from: '2026-01-01', to: '2026-02-01' };
    const { totals } = await client.analytics.slice.query({ window, where, totals: ['revenue'] });
    expect(totals).toEqual({ revenue: '0' });
    expect(sent).toEqual(['POST /trpc/analytics.slice']);
  });

  test('is refused on a page of another site, also in the preflight', async () => {
    const evil = 'https://evil.example';
    const { client } = clientOn(evil);
    const error = await failureOf(client.goals.record.mutate({ goalKey: 'stolen' }));
    expect(isOutturnError(error) && error.status).toBe(403);

    const { headers } = await send(`${gateway.url}/trpc/goals.record`, {
      method: 'OPTIONS',
      headers: {
        origin: evil,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-idempotency-key,x-outturn-csrf',
      },
    });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
