import { type Database, roomForConnections } from '@outturn/service';
import type { Settings } from './settings.ts';
import type { Warnings } from './warnings.ts';
import { LISTENERS, MIN_POOLED, pooledConnections } from './workers/connection-shares.ts';

type Checked = {
  settings: Pick<Settings, 'databaseDirectUrl' | 'databasePoolSize'>;
  workers: number;
  logger: Warnings;
};

/** Calls would otherwise fail later, under load. */
export async function checkConnections(
  database: Database,
  { settings, workers, logger }: Checked,
): Promise<void> {
  // PostgreSQL does not know the limit of a pooler.
  if (settings.databaseDirectUrl !== undefined) return;
  const pooled = settings.databasePoolSize ?? pooledConnections(workers);
  const room = await roomForConnections(database);
  const missing = workers * (pooled + LISTENERS) - room;
  if (missing <= 0) return;
  const processes = workers === 1 ? '' : `, in each of ${workers} processes`;
  const what = `${pooled} pooled and ${LISTENERS} that listen${processes}`;
  logger.warn(
    `PostgreSQL has room for ${room} connections (max_connections less what it reserves), and this gateway may open ${missing + room}: ${what}. ${remedy({ room, workers, missing })}`,
  );
}

function remedy({ room, workers, missing }: { room: number; workers: number; missing: number }): string {
  const share = Math.floor(room / workers) - LISTENERS;
  if (share >= MIN_POOLED) return `Set DATABASE_POOL_SIZE=${share}, or raise max_connections by ${missing}.`;
  const atLeast = workers * (MIN_POOLED + LISTENERS) - room;
  return `Raise max_connections by ${missing}, or set DATABASE_POOL_SIZE=${MIN_POOLED} and raise it by ${atLeast}.`;
}
