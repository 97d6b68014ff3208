import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@outturn/embedded-postgres';
import { connectDatabase, migrate } from '@outturn/service';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that the whole run shares; every test mints its own developer in it. */
    databaseUrl: string;
  }
}

/** One PostgreSQL for the run: that of `TEST_DATABASE_URL` (in a database of its own), else the embedded one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, remove } = process.env.TEST_DATABASE_URL
    ? await createDatabase(process.env.TEST_DATABASE_URL)
    : await startEmbedded();
  const database = await connectDatabase({ url });
  await migrate(database);
  await database.close();
  project.provide('databaseUrl', url);
  return remove;
}

async function startEmbedded() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'outturn-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const remove = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: postgres.url, remove };
}

async function createDatabase(serverUrl: string) {
  const name = `outturn_test_${process.pid}`;
  await administer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => administer(serverUrl, `drop database ${name} with (force)`) };
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
