import { createCitusDatabase } from './citus/cluster.ts';
import { on } from './on.ts';
import { keepDump } from './secrets/dump.ts';

export type CreatedDatabase = { url: string; remove: () => Promise<void> };

/**
 * An empty database of this name on a server; with `CITUS_URL`, on every node of that cluster. When it is removed, what it
 * holds is kept for the search for secrets.
 */
export async function createDatabase(serverUrl: string, name: string): Promise<CreatedDatabase> {
  const create = process.env.CITUS_URL ? createCitusDatabase : createPlainDatabase;
  const { url, remove } = await create(serverUrl, name);
  return {
    url,
    async remove() {
      await keepDump(url);
      await remove();
    },
  };
}

async function createPlainDatabase(serverUrl: string, name: string): Promise<CreatedDatabase> {
  await on(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async remove() {
      await on(serverUrl, `drop database ${name} with (force)`);
    },
  };
}
