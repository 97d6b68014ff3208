import { randomUUID } from 'node:crypto';
import { connectDatabase, type Database, migrate } from '@outturn/service';
import { Client } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';

/** A migrated database for the tests of one file alone, on the run's server: for what would disturb everybody else. */
export function usePrivateDatabase(): { readonly url: string; readonly database: Database } {
  const name = `outturn_private_${randomUUID().replaceAll('-', '')}`;
  let database: Database | undefined;
  const url = () => {
    const own = new URL(inject('databaseUrl'));
    own.pathname = `/${name}`;
    return own.href;
  };
  beforeAll(async () => {
    await administer(`create database ${name}`);
    database = await connectDatabase({ url: url(), poolSize: 6 });
    await migrate(database);
  });
  afterAll(async () => {
    await database?.close();
    await administer(`drop database ${name} with (force)`);
  });
  return {
    get url() {
      return url();
    },
    get database() {
      if (database) return database;
      throw new Error('the database is there from beforeAll to afterAll');
    },
  };
}

async function administer(sql: string): Promise<void> {
  const client = new Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  await client.query(sql);
  await client.end();
}
