import { expect, test } from 'vitest';
import { signedUp } from '../support/browser.ts';
import { testDatabase } from '../support/developers.ts';
import { untyped } from '../support/drivers/driver.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

test('keys are listed newest first, and revoked ones last', async () => {
  const { trpc } = await signedUp(gateway.url);
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    ids.push((await trpc.apiKeys.create.mutate({ name, scopes: ['agents:read'] })).id);
  }
  await trpc.apiKeys.revoke.mutate({ id: untyped<string>(ids[3]) });
  await trpc.apiKeys.revoke.mutate({ id: untyped<string>(ids[1]) });
  expect((await trpc.apiKeys.list.query({})).items.map(({ name }) => name)).toEqual(['c', 'a', 'd', 'b']);
});

test('a working key is listed, however many newer ones are revoked or have expired', async () => {
  const { trpc } = await signedUp(gateway.url);
  const { id } = await trpc.apiKeys.create.mutate({ name: 'works', scopes: ['revenues:read'] });
  const { pool } = await testDatabase();
  await pool.query(
    `insert into api_keys (id, developer_id, name, prefix, hash, scopes, created_at, expires_at, revoked_at)
     select ('ffffffff-ffff-7fff-8fff-' || lpad(to_hex(n) || right($1::text, 6), 12, '0'))::uuid, developer_id, 'over', prefix,
       sha256(convert_to($1::text || n, 'utf8')), scopes, now(), now() - interval '1 hour', case when n % 2 = 0 then now() end
     from api_keys, generate_series(1, 1000) n where id = $1::uuid`,
    [id],
  );

  const { items } = await trpc.apiKeys.list.query({});
  expect(items).toHaveLength(1_000);
  expect(items.find(({ name }) => name === 'works')?.id).toBe(id);
  const revoked = items.map(({ revokedAt }) => revokedAt !== null);
  expect(revoked).toEqual(revoked.toSorted());
  for (const isRevoked of [false, true]) {
    const ids = items.filter(({ revokedAt }) => (revokedAt !== null) === isRevoked).map((key) => key.id);
    expect(ids).toEqual(ids.toSorted().toReversed());
  }
});
