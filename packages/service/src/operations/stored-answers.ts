import { type EntityManager, sql } from '@mikro-orm/postgresql';
import type { Database } from '../database/database.ts';
import { namesOf, tableWith } from '../database/entity-metadata.ts';
import { databaseNow } from '../database/entity-properties.ts';
import { IdempotencyKey } from '../ledger/idempotency-key.entity.ts';
import { StoredAnswer } from './stored-answer.entity.ts';

export const RETENTION_DAYS = 30;

export const expiresAt = () => sql<Date>`now() + ${RETENTION_DAYS} * interval '1 day'`;

const k = namesOf(IdempotencyKey, 'k');
const a = namesOf(StoredAnswer, 'a');
const stored = tableWith(StoredAnswer, 'developer_id, row_id, key_hash, expires_at');

const shownId = `substr(${k.response}, 8, 36)`;

type Row = { developerId: string; id: string };

export async function noteAnswer(
  em: EntityManager,
  { developerId, id }: Row,
  keyHash: string,
): Promise<void> {
  await em
    .createQueryBuilder(StoredAnswer)
    .insert({ developerId, rowId: id, keyHash, expiresAt: expiresAt() })
    .onConflict(['developerId', 'rowId', 'keyHash'])
    .merge(['expiresAt'])
    .execute();
}

/** Call after the row is locked, so that no command adds an answer. */
export async function forgetAnswers(em: EntityManager, { developerId, id }: Row): Promise<void> {
  await em.execute(`${emptyAnswers()} and ${a.developerId} = ? and ${a.rowId} = ?`, [developerId, id]);
  await em.nativeDelete(StoredAnswer, { developerId, rowId: id });
}

/** Older versions note none. Scans all answers of commands. */
export async function noteOlderAnswers(em: EntityManager): Promise<void> {
  await em.execute(
    `insert into ${stored} (developer_id, row_id, key_hash, expires_at)
     select ${k.developerId}, ${shownId}::uuid, ${k.keyHash}, ${k.expiresAt} from ${k}
     where ${k.expiresAt} is not null and ${k.response} ~ '^\\{"id":"[0-9a-f-]{36}"' on conflict do nothing`,
  );
}

/** Call after the deleted ones of these rows are locked. */
export async function forgetAnswersOf(
  em: EntityManager,
  table: string,
  { developerId, ids }: { developerId: string; ids: readonly string[] },
): Promise<void> {
  await em.execute(
    `${emptyAnswers(`, ${table} d`)} and ${a.developerId} = ? and ${a.rowId} = any(?::uuid[])
     and d.developer_id = ${a.developerId} and d.id = ${a.rowId} and d.deleted_at is not null`,
    [developerId, `{${ids.join(',')}}`],
  );
}

function emptyAnswers(others = ''): string {
  return `update ${k} set response = null from ${a}${others} where ${k.developerId} = ${a.developerId}
    and ${k.keyHash} = ${a.keyHash} and ${shownId} = ${a.rowId}::text`;
}

export async function forgetExpiredAnswers(database: Database): Promise<void> {
  const isExpired = { expiresAt: { $lt: databaseNow() } };
  await database.fork().nativeDelete(IdempotencyKey, isExpired);
  await database.fork().nativeDelete(StoredAnswer, isExpired);
}
