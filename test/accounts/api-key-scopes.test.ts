import { scopes } from '@outturn/service';
import { expect, test } from 'vitest';
import { signedUp } from '../support/browser.ts';
import { testDatabase } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

test('full access is listed as such and kept by a rotation, and a list of scopes stays a list', async () => {
  const { trpc } = await signedUp(gateway.url);
  const made = await trpc.apiKeys.create.mutate({ name: 'full', scopes: ['*'] });
  const rotated = await trpc.apiKeys.rotate.mutate({ id: made.id });
  const listed = await trpc.apiKeys.create.mutate({ name: 'list', scopes: [...scopes] });
  expect([made.scopes, rotated.scopes, listed.scopes]).toEqual([['*'], ['*'], [...scopes]]);
  const { items } = await trpc.apiKeys.list.query({});
  expect(items.map((key) => key.scopes)).toEqual([[...scopes], ['*'], ['*']]);
  const { pool } = await testDatabase();
  const stored = await pool.query('select scopes from api_keys where id = any($1) order by id', [
    [made.id, rotated.id, listed.id],
  ]);
  expect(stored.rows).toEqual([{ scopes: ['*'] }, { scopes: ['*'] }, { scopes: [...scopes] }]);
});

test('full access beside scopes is refused', async () => {
  const { trpc } = await signedUp(gateway.url);
  const create = trpc.apiKeys.create.mutate({ name: 'x', scopes: ['*', 'events:read'] });
  await expect(create).rejects.toThrow('scopes must be "*" alone for full access, or name scopes');
});
