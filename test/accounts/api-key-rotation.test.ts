import { expect, test } from 'vitest';
import { signedUp } from '../support/browser.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

// A second successor would expire with the grace period of the first.
test('a key that was rotated is not rotated again, and its successor is', async () => {
  const { trpc } = await signedUp(gateway.url);
  const { id } = await trpc.apiKeys.create.mutate({ name: 'CI', scopes: ['revenues:read'] });
  const second = await trpc.apiKeys.rotate.mutate({ id, graceSeconds: 3_600 });
  await expect(trpc.apiKeys.rotate.mutate({ id })).rejects.toMatchObject({
    message: expect.stringContaining('was replaced already. Rotate the key that replaced it'),
    data: { error: 'Invalid Request' },
  });
  const third = await trpc.apiKeys.rotate.mutate({ id: second.id });
  expect([second, third]).toMatchObject([
    { expiresAt: null, rotatedAt: null },
    { expiresAt: null, rotatedAt: null },
  ]);
  const { items } = await trpc.apiKeys.list.query({});
  expect(items.map((key) => [key.id, key.rotatedAt === null, key.expiresAt === null])).toEqual([
    [third.id, true, true],
    [second.id, false, false],
    [id, false, false],
  ]);
});

test('only one of several rotations of a key at once succeeds', async () => {
  const { trpc } = await signedUp(gateway.url);
  for (let round = 1; round <= 5; round++) {
    const { id } = await trpc.apiKeys.create.mutate({ name: 'CI', scopes: ['revenues:read'] });
    const rotations = await Promise.allSettled([1, 2, 3].map(() => trpc.apiKeys.rotate.mutate({ id })));
    expect(rotations.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect((await trpc.apiKeys.list.query({})).items).toHaveLength(2 * round);
  }
});
