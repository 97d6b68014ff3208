import { connectDatabase, migrate } from '@outturn/service';
import { createCitusDatabase } from './citus/cluster.ts';
import { on } from './on.ts';
import { keepDump } from './secrets/dump.ts';

export type CreatedDatabase = { url: string; remove: () => Promise<void> };

/**
 * Creates an empty database of this name on a server; with `CITUS_URL`, on every node of that cluster. When it is
 * removed, its content is kept for the search for secrets.
 */
export async function createDatabase(serverUrl: string, name: string): Promise<CreatedDatabase> {
  const create = process.env.CITUS_URL ? createCitusDatabase : createPlainDatabase;
  return keepingDump(await create(serverUrl, name));
}

/**
 * Copies a migrated template, which takes 0.1 s where the migrations take 2 s. Citus cannot copy distributed tables.
 */
export async function createMigratedDatabase(
  serverUrl: string,
  name: string,
  template: string,
): Promise<CreatedDatabase> {
  if (!process.env.CITUS_URL) return keepingDump(await createPlainDatabase(serverUrl, name, template));
  const created = await createDatabase(serverUrl, name);
  await migrateDatabase(created.url);
  return created;
}

/** Makes the template for {@link createMigratedDatabase}, which requires that no session stays connected to it. */
export async function createTemplate(serverUrl: string, name: string): Promise<CreatedDatabase> {
  const created = await createPlainDatabase(serverUrl, name);
  await migrateDatabase(created.url);
  return created;
}

async function migrateDatabase(url: string): Promise<void> {
  const database = await connectDatabase({ url });
  await migrate(database);
  await database.close();
}

async function createPlainDatabase(
  serverUrl: string,
  name: string,
  template = 'template1',
): Promise<CreatedDatabase> {
  await on(serverUrl, `create database ${name} template ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async remove() {
      await on(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

function keepingDump({ url, remove }: CreatedDatabase): CreatedDatabase {
  return {
    url,
    async remove() {
      await keepDump(url);
      await remove();
    },
  };
}
