import { type EntityManager, sql } from '@mikro-orm/postgresql';
import type { Database } from '../database/database.ts';
import { databaseNow } from '../database/entity-properties.ts';
import { IdempotencyKey } from '../ledger/idempotency-key.entity.ts';

export const RETENTION_DAYS = 30;

export const expiresAt = () => sql<Date>`now() + ${RETENTION_DAYS} * interval '1 day'`;

/** Empties the answers that show a row. Call after the row is locked, so that no command adds an answer. */
export async function forgetAnswers(
  em: EntityManager,
  { developerId, id }: { developerId: string; id: string },
): Promise<void> {
  await em.nativeUpdate(IdempotencyKey, { developerId, shownRowId: id }, { response: null });
}

export async function forgetExpiredAnswers(database: Database): Promise<void> {
  await database.fork().nativeDelete(IdempotencyKey, { expiresAt: { $lt: databaseNow() } });
}
