import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { tableWith } from '../database/entity-columns.ts';
import { IdempotencyKey } from './idempotency-key.entity.ts';

/** The table of claims. */
export const claimTable = tableWith(IdempotencyKey, 'developer_id, key_hash, fingerprint, record_id');

/** A claim on a key: `keyHash` identifies it, `fingerprint` the input it was made with. Both are 128 bits as hex. */
export type Claim = { readonly keyHash: string; readonly fingerprint: string };

/** Who holds a key: the record it made (or, for commands, the response). */
export type ClaimHolder = { fingerprint: string; recordId: string | null };

/** Keys are stored as hashes, salted with the developer: a dump of the database tells none of them. */
export function hashIdempotencyKey(developerId: string, key: string): string {
  return sha128(`${developerId}\0key\0${key}`);
}

/** The claim of a record's own key, in a space of its own per kind. */
export function hashNaturalKey(developerId: string, table: string, key: string): string {
  return sha128(`${developerId}\0${table}\0${key}`);
}

/** The identity of a request: its operation and its validated input (RFC 8785), before any default is filled in. */
export function fingerprint(operationName: string, input: object): string {
  return sha128(`${operationName}\0${canonicalFields(input, undefined)}`);
}

/** The same of a record: a field that is null is a field that is left out, also to a retry that spells it the other way. */
export function recordFingerprint(operationName: string, input: object): string {
  return sha128(`${operationName}\0${canonicalFields(input, null)}`);
}

/** The canonical form of an object without the fields that are undefined, or `absent`. */
function canonicalFields(input: object, absent: undefined | null): string {
  let text = '';
  for (const { name, asFirst, asNext } of sortedNames(input)) {
    const value = (input as Record<string, unknown>)[name];
    if (value === undefined || value === absent) continue;
    text += text === '' ? asFirst : asNext;
    // Nearly all fields are text, whose canonical form is that of JSON.stringify.
    text += typeof value === 'string' ? JSON.stringify(value) : canonicalize(value);
  }
  return text === '' ? '{}' : `${text}}`;
}

/** The name of a field, and what stands before its value. */
type FieldName = { name: string; asFirst: string; asNext: string };

/** There are few shapes: the fields of an operation, with and without some. */
const namesByShape = new LRUCache<string, readonly FieldName[]>({ max: 1_000 });

/** Inputs of one shape come by the thousand: the one before tells the shape without a look-up by text. */
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
  // By UTF-16 code units, as RFC 8785 sorts.
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

/** Reads who holds these keys. A statement of its own: the one that lost the claim may be too old to see the winner. */
export async function readClaims(
  database: Database,
  developerId: string,
  keyHashes: readonly string[],
): Promise<Map<string, ClaimHolder>> {
  const rows = await database.quick(
    'claims_read',
    `select replace(key_hash::text, '-', ''), replace(fingerprint::text, '-', ''), record_id
     from ${claimTable} where developer_id = $1 and key_hash = any($2::uuid[])`,
    [developerId, keyHashes],
  );
  return new Map(
    rows.map(([keyHash, fingerprint, recordId]) => [
      keyHash as string,
      { fingerprint: fingerprint as string, recordId: recordId ?? null },
    ]),
  );
}

function sha128(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32);
}
