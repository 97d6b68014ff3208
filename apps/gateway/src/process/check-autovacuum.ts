import { autovacuumOff, type Database } from '@outturn/service';
import type { Warnings } from './warnings.ts';

/** Without autovacuum, dead rows stay, transaction numbers run out, and statistics are those of the gateway alone. */
export async function checkAutovacuum(database: Database, logger: Warnings): Promise<void> {
  const off = await autovacuumOff(database);
  if (off.length === 0) return;
  const settings = off.join(' and ');
  logger.warn(
    `PostgreSQL's autovacuum is off (${settings}). Turn it on: tables grow without it, and statistics of the planner get old. Gateways analyze only a table that has grown tenfold.`,
  );
}
