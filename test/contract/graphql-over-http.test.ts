import { serverAudits } from 'graphql-http';
import { beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
let token: string;
beforeAll(async () => {
  ({ token } = await mintKey());
});

/** Adds a key, which the audits do not send. */
function fetchAsCaller(url: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  const authorized = new Headers(headers);
  authorized.set('authorization', `Bearer ${token}`);
  return fetch(url, { ...init, headers: authorized });
}

const audits = serverAudits({ url: () => `${gateway.url}/graphql`, fetchFn: fetchAsCaller });

test('the list of audits is complete', () => {
  expect(audits).toHaveLength(61);
});

test.each(audits.map(({ id, name, fn }) => [id, name, fn] as const))(
  'audit %s of GraphQL over HTTP: %s',
  async (_, __, audit) => {
    const result = await audit();
    const reason = 'reason' in result ? result.reason : undefined;
    expect({ status: result.status, reason }).toEqual({ status: 'ok', reason: undefined });
  },
);

test.each(['', '?query={__typename}'])('HEAD /graphql%s is refused like other methods', async (query) => {
  const { status, headers, text } = await send(`${gateway.url}/graphql${query}`, { token, method: 'HEAD' });
  expect(status).toBe(405);
  expect(headers.get('allow')).toBe('GET, POST');
  expect(text).toBe('');
});

test('a subscription that accepts JSON alone is refused with the media type to accept', async () => {
  const slice = 'analytics(window: {from: "2026-01-01", to: "2026-02-01"}) { totals { revenue } }';
  const { status, text } = await send(`${gateway.url}/graphql`, {
    token,
    headers: { accept: 'application/json' },
    body: JSON.stringify({ query: `subscription { ${slice} }` }),
  });

  expect(status).toBe(406);
  const { errors } = parse<{ errors: { message: string }[] }>(text);
  expect(errors).toMatchObject([
    { message: expect.stringMatching(/subscriptions with "Accept: text\/event-stream"/) },
  ]);
});
