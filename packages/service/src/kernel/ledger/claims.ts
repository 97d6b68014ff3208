import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Database } from '../../database/database.ts';

/** A claim on a key: `keyHash` identifies it, `fingerprint` the input it was made with. Both are 128 bits as hex. */
export type Claim = { keyHash: string; fingerprint: string };

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
  const fields: string[] = [];
  for (const [name, value] of Object.entries(input).sort(byName)) {
    if (value === undefined) continue;
    // Nearly all fields are text, whose canonical form is that of JSON.stringify.
    fields.push(
      `${JSON.stringify(name)}:${typeof value === 'string' ? JSON.stringify(value) : canonicalize(value)}`,
    );
  }
  return sha128(`${operationName}\0{${fields.join(',')}}`);
}

/** By UTF-16 code units, as RFC 8785 sorts. */
function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
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
     from idempotency_keys where developer_id = $1 and key_hash = any($2::uuid[])`,
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
