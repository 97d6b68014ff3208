import { connectDatabase } from '@outturn/service';
import { expect, inject, test } from 'vitest';
import { placementOf } from '../../packages/service/src/database/distribution/placement.ts';

test('every table is either distributed or kept whole by declaration', async () => {
  const database = await connectDatabase({ url: inject('databaseUrl') });
  try {
    // Throws for a table without a declared placement.
    const { tenant, whole } = placementOf(database.orm.getMetadata());
    const { rows } = await database.pool.query<{ name: string }>(
      `select relname as name from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations'`,
    );
    expect([...tenant, ...whole].sort()).toEqual(rows.map(({ name }) => name).sort());
  } finally {
    await database.close();
  }
});

test('every unique index of a distributed table starts with the developer, as Citus requires', async () => {
  const database = await connectDatabase({ url: inject('databaseUrl') });
  try {
    const { tenant } = placementOf(database.orm.getMetadata());
    const { rows } = await database.pool.query<{ name: string }>(
      `select i.indexrelid::regclass::text as name from pg_index i join pg_attribute a
         on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indisunique and i.indrelid = any($1::regclass[]) and a.attname <> 'developer_id'`,
      [tenant],
    );
    expect(rows).toEqual([]);
  } finally {
    await database.close();
  }
});
