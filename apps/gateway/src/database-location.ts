import { startEmbeddedPostgres } from '@outturn/embedded-postgres';
import type { Settings } from './settings.ts';

/** The database of this process: the one of `DATABASE_URL`, or the embedded one, started or joined. */
export type DatabaseLocation = { url: string; release(): Promise<void> };

export async function locateDatabase({ databaseUrl, dataDir }: Settings): Promise<DatabaseLocation> {
  if (databaseUrl !== undefined) return { url: databaseUrl, release: async () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir });
  return { url: postgres.url, release: () => postgres.stop() };
}
