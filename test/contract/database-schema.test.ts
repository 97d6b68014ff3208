import { connectDatabase } from '@outturn/service';
import { expect, inject, test } from 'vitest';

test('the migrations make the schema that the entities describe', async () => {
  const database = await connectDatabase({ url: inject('databaseUrl') });
  try {
    expect(await database.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
    expect(await database.orm.migrator.getPending()).toEqual([]);
  } finally {
    await database.close();
  }
});
