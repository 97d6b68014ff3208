import canonicalize from 'canonicalize';
import { LRUCache } from 'lru-cache';
import { sha128 } from '../base/sha128.ts';
import type { Database } from '../database/database.ts';
import { tableWith } from '../database/entity-metadata.ts';
import { IdempotencyKey } from './idempotency-key.entity.ts';

export const reservationTable = tableWith(IdempotencyKey, 'developer_id, key_hash, fingerprint, record_id');

/** 128-bit hashes, as hex. */
export type Reservation = { readonly keyHash: string; readonly fingerprint: string };

/** `recordId` is null for commands. */
export type ReservationHolder = { fingerprint: string; recordId: string | null };

/**
 * Hashed with the id of the developer, so that equal keys of two accounts differ. A key that can be guessed can be found
 * in a dump of the database.
 */
export function hashIdempotencyKey(developerId: string, key: string): string {
  return sha128(`${developerId}\0key\0${key}`);
}

export function hashNaturalKey(developerId: string, table: string, key: string): string {
  return sha128(`${developerId}\0${table}\0${key}`);
}

/** Of a record that is told by its origin alone. Origins have a space of their own, which no key of a caller reaches. */
export function reservationOf(developerId: string, origin: string): Reservation {
  const keyHash = sha128(`${developerId}\0origin\0${origin}`);
  return { keyHash, fingerprint: keyHash };
}

/** For a command: covers its validated input, before defaults are filled in, as canonical JSON (RFC 8785). */
export function fingerprint(operationName: string, input: object): string {
  return sha128(`${operationName}\0${canonicalFields(input, undefined)}`);
}

/** For a record: like {@link fingerprint}, but a null field counts as absent, since a retry may spell it either way. */
export function recordFingerprint(operationName: string, input: object): string {
  return sha128(`${operationName}\0${canonicalFields(input, null)}`);
}

function canonicalFields(input: object, absent: undefined | null): string {
  let text = '';
  for (const { name, asFirst, asNext } of sortedNames(input)) {
    const value = (input as Record<string, unknown>)[name];
    if (value === undefined || value === absent) continue;
    text += text === '' ? asFirst : asNext;
    // `JSON.stringify` is canonical for text, and faster.
    text += typeof value === 'string' ? JSON.stringify(value) : canonicalize(value);
  }
  return text === '' ? '{}' : `${text}}`;
}

type FieldName = { name: string; asFirst: string; asNext: string };

const namesByShape = new LRUCache<string, readonly FieldName[]>({ max: 1_000 });

/** Consecutive inputs usually share a shape. */
let latest: { names: readonly string[]; sorted: readonly FieldName[] } = { names: [], sorted: [] };

function sortedNames(input: object): readonly FieldName[] {
  const names = Object.keys(input);
  if (!isSame(names, latest.names)) latest = { names, sorted: sortNames(names) };
  return latest.sorted;
}

function sortNames(names: readonly string[]): readonly FieldName[] {
  const shape = names.join('\0');
  const known = namesByShape.get(shape);
  if (known) return known;
  // By UTF-16 code units (RFC 8785).
  const sorted = names.toSorted().map((name) => {
    const before = `${JSON.stringify(name)}:`;
    return { name, asFirst: `{${before}`, asNext: `,${before}` };
  });
  namesByShape.set(shape, sorted);
  return sorted;
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  if (names.length !== others.length) return false;
  for (let i = 0; i < names.length; i++) if (names[i] !== others[i]) return false;
  return true;
}

/**
 * Reads the holders in a statement of its own: the statement that lost a reservation may have a snapshot from before the
 * winner's commit, which does not show it.
 */
export async function readReservations(
  database: Database,
  developerId: string,
  keyHashes: readonly string[],
): Promise<Map<string, ReservationHolder>> {
  const rows = await database.quick(
    'reservations_read',
    `select replace(key_hash::text, '-', ''), replace(fingerprint::text, '-', ''), record_id
     from ${reservationTable} where developer_id = $1 and key_hash = any($2::uuid[])`,
    [developerId, keyHashes],
  );
  return new Map(
    rows.map(([keyHash, fingerprint, recordId]) => [
      keyHash as string,
      { fingerprint: fingerprint as string, recordId: recordId ?? null },
    ]),
  );
}
