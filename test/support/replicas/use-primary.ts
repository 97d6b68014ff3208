import { connectDatabase, type Database } from '@outturn/service';
import { afterAll, beforeAll } from 'vitest';
import { type Primary, startPrimary } from './replicated-postgres.ts';

/** A primary for the tests of one file, to which they add replicas. */
export function usePrimary(settings?: Record<string, string>): {
  readonly server: Primary;
  readonly database: Database;
} {
  let server: Primary | undefined;
  let database: Database | undefined;
  beforeAll(async () => {
    server = await startPrimary(settings);
    database = await connectDatabase({ url: server.url, poolSize: 2 });
  });
  afterAll(async () => {
    await database?.close();
    await server?.remove();
  });
  return {
    get server() {
      if (server) return server;
      throw new Error('the primary is there from beforeAll to afterAll');
    },
    get database() {
      if (database) return database;
      throw new Error('the database is there from beforeAll to afterAll');
    },
  };
}
