import { randomUUID } from 'node:crypto';
import { connectDatabase, migrate, scopes } from '@outturn/service';
import { expect, inject, test } from 'vitest';
import { signedUp } from '../support/browser.ts';
import { createDatabase } from '../support/create-database.ts';
import { mintKey, testDatabase } from '../support/developers.ts';
import { succeeded } from '../support/drivers/driver.ts';
import { surfaces, useGateway } from '../support/drivers/surfaces.ts';
import { on } from '../support/on.ts';

const gateway = useGateway();
const full = ['*', ...scopes];

test.each(surfaces)(
  '$name: full access reaches scopes that were added after the key',
  async ({ connect }) => {
    const { id, token } = await mintKey();
    const { pool } = await testDatabase();
    // A row as the version with a single scope wrote it.
    await pool.query(`update api_keys set scopes = '{*,events:read}' where id = $1`, [id]);
    expect(succeeded(await connect(gateway.url, token).list())).toBeDefined();
  },
);

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
  expect(stored.rows).toEqual([{ scopes: full }, { scopes: full }, { scopes: [...scopes] }]);
});

test('full access beside scopes is refused', async () => {
  const { trpc } = await signedUp(gateway.url);
  const create = trpc.apiKeys.create.mutate({ name: 'x', scopes: ['*', 'events:read'] });
  await expect(create).rejects.toThrow('scopes must be "*" alone for full access, or name scopes');
});

test('the upgrade gives full access to keys that hold every scope of 0.1.0, and to no other', async () => {
  const { url, remove } = await createDatabase(
    inject('databaseUrl'),
    `outturn_scopes_${randomUUID().replaceAll('-', '')}`,
  );
  const database = await connectDatabase({ url });
  try {
    await database.orm.migrator.up({ to: '013-account-issuers' });
    const [first = '', ...others]: string[] = scopes;
    const before: Record<string, string[]> = {
      all: [...scopes],
      reversed: [...scopes].reverse(),
      'all and one twice': [...scopes, first],
      'all and an unknown one': [...scopes, 'invoices:read'],
      'all but one': others,
      'as many as all, one twice': [...others, 'tools:write'],
      none: [],
    };
    for (const [name, held] of Object.entries(before)) {
      await database.rows(
        'insert_key',
        `insert into api_keys (id, developer_id, name, prefix, hash, scopes, created_at)
         values (gen_random_uuid(), gen_random_uuid(), $1, 'ot_live_', sha256($1::text::bytea), $2, now())`,
        [name, held],
      );
    }
    expect((await migrate(database)).ran).toContain('014-full-access');
    const after = await on<{ name: string; scopes: string[] }>(url, 'select name, scopes from api_keys');
    const withFullAccess = ['all', 'reversed', 'all and one twice', 'all and an unknown one'];
    expect(Object.fromEntries(after.map(({ name, scopes: held }) => [name, held]))).toEqual(
      Object.fromEntries(
        Object.entries(before).map(([name, held]) => [
          name,
          withFullAccess.includes(name) ? ['*', ...held] : held,
        ]),
      ),
    );
  } finally {
    await database.close();
    await remove();
  }
});
