import { serverAudits } from 'graphql-http';
import { beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
let token: string;
beforeAll(async () => {
  ({ token } = await mintKey());
});

/** The audits know nothing of keys. */
function fetchAsCaller(url: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  const authorized = new Headers(headers);
  authorized.set('authorization', `Bearer ${token}`);
  return fetch(url, { ...init, headers: authorized });
}

const audits = serverAudits({ url: () => `${gateway.url}/graphql`, fetchFn: fetchAsCaller });

test('the audits are all there', () => {
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
