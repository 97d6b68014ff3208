import type { DimensionRow } from '../kinds/record-kind.ts';
import type { Claim } from './claims.ts';

/** What became of a record. */
export type Written =
  | { kind: 'created'; text: string }
  | { kind: 'replayed'; text: string }
  | { kind: 'reused'; by: 'idempotency key' | 'record key' }
  | { kind: 'failed'; error: unknown };

/** A dimension on its way in: known to this process, or to be created on first use under a candidate id. */
export type PendingDimension = (DimensionRow & { isNew?: boolean }) | null;

/** A record that waits for its statement; `written` is set once its fate is known. */
export type PendingRecord = {
  id: string;
  values: readonly (string | null)[];
  dimensions: PendingDimension[];
  /** The claim of the request's idempotency key. */
  claim: Claim | undefined;
  /** The claim of the record's own key. */
  naturalClaim: Claim | undefined;
  /** The hashes of both. */
  claims: readonly string[];
  /** How many rows of usual size take as much memory; see {@link weightOf}. */
  weight: number;
  /** When it came, in milliseconds since 1970. */
  queuedAt: number;
  /** What it is part of, where there are traces. */
  trace?: unknown;
  written: Written | undefined;
};

/** Characters. Nearly all rows have fewer. */
const USUAL_SIZE = 1_600;

/** One, or more where a row has long texts: they would take all of the memory, as few rows as they are. */
export function weightOf(values: PendingRecord['values']): number {
  let characters = 0;
  for (const value of values) if (value !== null) characters += value.length;
  return characters <= USUAL_SIZE ? 1 : Math.ceil(characters / USUAL_SIZE);
}

export function claimsOf(record: PendingRecord): Claim[] {
  return [record.claim, record.naturalClaim].filter((claim) => claim !== undefined);
}
