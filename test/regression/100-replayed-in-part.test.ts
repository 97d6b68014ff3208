import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
const revenue = { amount: '1.00', recordedAt: '2024-01-15T10:30:00.000Z' };

async function graphql(token: string, keys: Record<string, string>) {
  const fields = Object.entries(keys).map(
    ([name, key]) =>
      `${name}: recordRevenue(input: {amount: "${revenue.amount}", recordedAt: "${revenue.recordedAt}"}, idempotencyKey: "${key}") { id }`,
  );
  const body = JSON.stringify({ query: `mutation { ${fields.join(' ')} }` });
  return send(`${gateway.url}/graphql`, { token, body });
}

/** By their own keys: a batch of tRPC takes none for a request. */
async function trpc(token: string, keys: Record<string, string>) {
  const names = Object.values(keys);
  const body = JSON.stringify(
    Object.fromEntries(names.map((key, i) => [i, { ...revenue, ...(key !== ' ' && { key }) }])),
  );
  const path = names.map(() => 'revenues.record').join(',');
  return send(`${gateway.url}/trpc/${path}?batch=1`, { token, body });
}

// It came as soon as one was replayed, and says that nothing was written.
test.each([
  ['a document of GraphQL', graphql],
  ['a batch of tRPC', trpc],
])('%s says that it is replayed when all of it is', async (_, run) => {
  const { token } = await mintKey();
  const replayed = async (keys: Record<string, string>) =>
    (await run(token, keys)).headers.get('idempotent-replayed');
  expect(await replayed({ a: 'one', b: 'two' })).toBeNull();
  expect(await replayed({ a: 'one', b: 'two' })).toBe('true');
  expect(await replayed({ a: 'one', b: 'three' })).toBeNull();
  expect(await replayed({ a: 'four', b: 'two' })).toBeNull();
  // Refused, or recorded without a key, after and before one that is replayed.
  expect(await replayed({ a: 'one', b: ' ' })).toBeNull();
  expect(await replayed({ a: ' ', b: 'one' })).toBeNull();
  expect(await replayed({ a: 'one', b: 'two', c: 'three', d: 'four' })).toBe('true');
});
