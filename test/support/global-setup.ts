import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@outturn/embedded-postgres';
import { connectDatabase, migrate } from '@outturn/service';
import type { TestProject } from 'vitest/node';
import { createDatabase } from './create-database.ts';
import { bundleProgram } from './program.ts';
import { keepDump, keepServerLog } from './secrets/dump.ts';
import { startSearchOfRun } from './secrets/search-of-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that the whole run shares; every test mints its own developer in it. */
    databaseUrl: string;
  }
}

/**
 * One PostgreSQL for the run: the cluster of `CITUS_URL` or the server of `TEST_DATABASE_URL` (in a database of its own),
 * else the embedded one. When all is over, what the run has printed and stored is searched for the secrets that it used.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await bundleProgram();
  project.onTestsRerun(bundleProgram);
  const search = await startSearchOfRun();
  const server = process.env.CITUS_URL || process.env.TEST_DATABASE_URL;
  const { url, remove } = server
    ? await createDatabase(server, `outturn_test_${process.pid}`)
    : await startEmbedded();
  const database = await connectDatabase({ url });
  await migrate(database);
  await database.close();
  project.provide('databaseUrl', url);
  return async () => {
    await remove();
    await search.finish();
  };
}

async function startEmbedded() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'outturn-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const remove = async () => {
    await keepDump(postgres.url);
    await postgres.stop();
    await keepServerLog(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: postgres.url, remove };
}
