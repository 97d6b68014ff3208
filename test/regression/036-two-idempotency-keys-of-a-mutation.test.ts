import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { sendDocument } from '../support/drivers/graphql.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

const field = (name: string, key: string) =>
  `${name}: recordRevenue(input: {amount: "1.00", recordedAt: "2024-01-15T10:30:00.000Z"}, idempotencyKey: "${key}") { id }`;
const run = (fields: string, call: { token: string; idempotencyKey?: string }) =>
  sendDocument<Record<string, { id: string }>>(gateway.url, { query: `mutation { ${fields} }` }, call);

// The argument won, while REST refuses two keys that differ.
test('a mutation whose key differs from that of the header is refused', async () => {
  const { token } = await mintKey();
  expect(await run(field('a', 'one'), { token, idempotencyKey: 'other' })).toMatchObject({
    ok: false,
    code: 'Invalid Request',
    message: expect.stringContaining('differ. Send one of them.'),
  });
  // Nothing was recorded under either.
  expect(await run(field('a', 'one'), { token })).toMatchObject({ ok: true, replayed: false });
});

test('a mutation whose header is no key is refused, whatever its argument', async () => {
  const { token } = await mintKey();
  expect(await run(field('a', 'one'), { token, idempotencyKey: 'a b' })).toMatchObject({
    ok: false,
    message: 'An idempotency key has 1 to 255 visible ASCII characters.',
  });
});

test('a mutation may have the key of the header', async () => {
  const { token } = await mintKey();
  expect(await run(field('a', 'one'), { token, idempotencyKey: 'one' })).toMatchObject({ ok: true });
  expect(await run(field('a', 'one'), { token })).toMatchObject({ replayed: true });
});

test('of several mutations each has the key of its argument: the header cannot mean one of them', async () => {
  const { token } = await mintKey();
  const both = `${field('a', 'one')} ${field('b', 'two')}`;
  expect(await run(both, { token, idempotencyKey: 'other' })).toMatchObject({ ok: true, replayed: false });
  expect(await run(both, { token })).toMatchObject({ ok: true, replayed: true });
});
