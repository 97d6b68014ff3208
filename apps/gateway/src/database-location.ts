import { startEmbeddedPostgres } from '@outturn/embedded-postgres';
import { inDataDir } from './data-dir.ts';
import type { Settings } from './settings.ts';

/** The database of this process: the one of `DATABASE_URL`, or the embedded one, started or joined. */
export type DatabaseLocation = {
  url: string;
  /** Where PostgreSQL itself is, when `url` leads through a pooler. */
  directUrl: string | undefined;
  release(): Promise<void>;
};

export async function locateDatabase({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
}: Settings): Promise<DatabaseLocation> {
  if (databaseUrl === undefined && databaseDirectUrl !== undefined)
    throw new Error('DATABASE_DIRECT_URL needs a DATABASE_URL, that of the pooler in front of it.');
  if (databaseUrl !== undefined)
    return { url: databaseUrl, directUrl: databaseDirectUrl, release: async () => undefined };
  const postgres = await inDataDir(dataDir, () => startEmbeddedPostgres({ dataDir }));
  return { url: postgres.url, directUrl: undefined, release: () => postgres.stop() };
}
