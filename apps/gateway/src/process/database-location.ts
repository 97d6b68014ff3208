import { startEmbeddedPostgres } from '@outturn/embedded-postgres';
import type { Logger } from 'pino';
import { withDataDirError } from './data-dir-error.ts';
import type { Settings } from './settings.ts';

export type DatabaseLocation = {
  url: string;
  /** PostgreSQL itself, if `url` leads through a pooler. */
  directUrl: string | undefined;
  /** Names the direct connection in messages. */
  name: string;
  release(): Promise<void>;
};

export async function locateDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: Settings,
  logger?: Logger,
): Promise<DatabaseLocation> {
  if (databaseUrl === undefined && databaseDirectUrl !== undefined)
    throw new Error(
      'DATABASE_DIRECT_URL is set without DATABASE_URL. Set DATABASE_URL to the pooler in front of it.',
    );
  if (databaseUrl !== undefined)
    return {
      url: databaseUrl,
      directUrl: databaseDirectUrl,
      name: databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL',
      release: async () => undefined,
    };
  const log = (line: string, level: 'info' | 'warn') => logger?.[level](line);
  const postgres = await withDataDirError(dataDir, () => startEmbeddedPostgres({ dataDir, log }));
  const name = 'the embedded PostgreSQL';
  // A PGSSLMODE of this machine speaks of other servers.
  const url = `${postgres.url}?sslmode=disable`;
  return { url, directUrl: undefined, name, release: () => postgres.stop() };
}
