import { startEmbeddedPostgres } from '@outturn/embedded-postgres';
import type { Logger } from 'pino';
import { inDataDir } from './data-dir.ts';
import type { Settings } from './settings.ts';

/** The database of this process: the one of `DATABASE_URL`, or the embedded one, started or joined. */
export type DatabaseLocation = {
  url: string;
  /** Where PostgreSQL itself is, when `url` leads through a pooler. */
  directUrl: string | undefined;
  /** What leads past a pooler, in messages. */
  name: string;
  release(): Promise<void>;
};

/** `logger` is told what happens to the embedded PostgreSQL, as long as it is used. */
export async function locateDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: Settings,
  logger?: Logger,
): Promise<DatabaseLocation> {
  if (databaseUrl === undefined && databaseDirectUrl !== undefined)
    throw new Error('DATABASE_DIRECT_URL needs a DATABASE_URL, that of the pooler in front of it.');
  if (databaseUrl !== undefined)
    return {
      url: databaseUrl,
      directUrl: databaseDirectUrl,
      name: databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL',
      release: async () => undefined,
    };
  const log = (line: string, level: 'info' | 'warn') => logger?.[level](line);
  const postgres = await inDataDir(dataDir, () => startEmbeddedPostgres({ dataDir, log }));
  const name = 'the embedded PostgreSQL';
  return { url: postgres.url, directUrl: undefined, name, release: () => postgres.stop() };
}
