import { expect, test } from 'vitest';
import { signedUp } from '../support/browser.ts';
import { testDatabase } from '../support/developers.ts';
import { untyped } from '../support/drivers/driver.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

test('keys are listed newest first, whatever became of them', async () => {
  const { trpc } = await signedUp(gateway.url);
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    ids.push((await trpc.apiKeys.create.mutate({ name, scopes: ['agents:read'] })).id);
  }
  await trpc.apiKeys.revoke.mutate({ id: untyped<string>(ids[1]) });
  expect((await trpc.apiKeys.list.query({})).items.map(({ name }) => name)).toEqual(['d', 'c', 'b', 'a']);
});

test('no key is out of sight, however many newer ones there are', async () => {
  const { trpc } = await signedUp(gateway.url);
  const { id } = await trpc.apiKeys.create.mutate({ name: 'works', scopes: ['revenues:read'] });
  const { pool } = await testDatabase();
  await pool.query(
    `insert into api_keys (id, developer_id, name, prefix, hash, scopes, created_at)
     select ('ffffffff-ffff-7fff-8fff-' || lpad(to_hex(n) || right($1::text, 6), 12, '0'))::uuid, developer_id, 'over', prefix,
       sha256(convert_to($1::text || n, 'utf8')), scopes, now()
     from api_keys, generate_series(1, 1000) n where id = $1::uuid`,
    [id],
  );

  const ids: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await trpc.apiKeys.list.query({ limit: 400, cursor });
    ids.push(...page.items.map((key) => key.id));
    cursor = page.nextCursor ?? undefined;
    pages++;
  } while (cursor !== undefined);
  expect([pages, new Set(ids).size]).toEqual([3, 1_001]);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(ids.at(-1)).toBe(id);
});
