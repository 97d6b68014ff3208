import { randomUUID } from 'node:crypto';
import { connectDatabase, type Database } from '@outturn/service';
import { afterAll, beforeAll, inject } from 'vitest';
import { type CreatedDatabase, createMigratedDatabase } from '../create-database.ts';

/** A migrated database for the tests of one file, on the run's server, for tests that would disturb others. */
export function usePrivateDatabase(): { readonly url: string; readonly database: Database } {
  const name = `outturn_private_${randomUUID().replaceAll('-', '')}`;
  let created: CreatedDatabase | undefined;
  let database: Database | undefined;
  beforeAll(async () => {
    created = await createMigratedDatabase(inject('databaseUrl'), name, inject('template'));
    database = await connectDatabase({ url: created.url, poolSize: 6 });
  });
  afterAll(async () => {
    await database?.close();
    await created?.remove();
  });
  return {
    get url() {
      return there(created).url;
    },
    get database() {
      return there(database);
    },
  };
}

function there<T>(value: T | undefined): T {
  if (value) return value;
  throw new Error('the database is there from beforeAll to afterAll');
}
