import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@outturn/embedded-postgres';
import type { TestProject } from 'vitest/node';
import { createMigratedDatabase, createTemplate } from './create-database.ts';
import { on } from './on.ts';
import { openRun } from './run/open-run.ts';
import { keepServerLog } from './secrets/dump.ts';
import { startSearchOfRun } from './secrets/search-of-run.ts';
import { sharedByProjects } from './shared-by-projects.ts';

/**
 * Starts one PostgreSQL for the run (the cluster of `CITUS_URL` or the server of `TEST_DATABASE_URL`, else the embedded
 * one)
 * with a migrated template and a database. At the end, all output and storage of the run is searched for the secrets it
 * used.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { value, release } = await sharedByProjects('database', start);
  project.provide('databaseUrl', value.url);
  project.provide('template', value.template);
  return release;
}

async function start() {
  const run = await openRun();
  const search = startSearchOfRun(run);
  const server = process.env.CITUS_URL || process.env.TEST_DATABASE_URL;
  const { url: serverUrl, stop } = server
    ? { url: server, stop: async () => undefined }
    : await startEmbedded();
  const template = `outturn_template_${process.pid}`;
  const { remove: removeTemplate } = await createTemplate(serverUrl, template);
  const { url, remove } = await createMigratedDatabase(serverUrl, `outturn_test_${process.pid}`, template);
  return {
    value: { url, template },
    stop: () => inTurn([remove, removeTemplate, stop, search.finish, run.close]),
  };
}

/** Takes every step, also after a failed one. Throws the failures. */
async function inTurn(steps: readonly (() => void | Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors);
}

/** Without fsync, because no test kills this shared server. */
async function startEmbedded() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'outturn-test-'));
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  const stop = async () => {
    await postgres.stop();
    await keepServerLog(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  };
  // The application's role has no more than its own rights; these are for the tests' own work. Without the right to end
  // other sessions, it cannot drop a database in which autovacuum works.
  await on(
    postgres.superuserUrl,
    'alter role outturn_app createdb createrole; grant pg_signal_backend, pg_signal_autovacuum_worker, pg_read_all_settings to outturn_app',
  );
  return { url: postgres.url, stop };
}
