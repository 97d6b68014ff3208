import { type Database, finishMigrations, type Migrated } from '@outturn/service';
import type { Logger } from 'pino';

export const FINISH_LATER =
  'A second step is left: run outturn migrate --finish once all gateways are of this version.';

/** The embedded database is that of one installation, whose gateways are of one version. */
export async function finishOrTell(
  database: Database,
  { needsFinish }: Migrated,
  { isEmbedded, logger }: { isEmbedded: boolean; logger: Logger },
): Promise<void> {
  if (!needsFinish) return;
  if (!isEmbedded) return logger.warn(FINISH_LATER);
  // Starting beside an older gateway is no failure.
  await finishMigrations(database).catch((error: Error) => logger.warn(`${FINISH_LATER} ${error.message}`));
}
