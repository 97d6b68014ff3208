import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findEmbeddedPostgres } from '@outturn/embedded-postgres';

/** The process id of the embedded PostgreSQL of a data directory; undefined if it does not run. */
export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const cluster = await findEmbeddedPostgres(dataDir);
  if (cluster === undefined) return undefined;
  const file = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(file, 10) || undefined;
}
