import type { DimensionRow } from '../kinds/record-kind.ts';
import type { Claim } from './claims.ts';

/** What became of a record. */
export type Written =
  | { readonly kind: 'created'; readonly text: string }
  | { readonly kind: 'replayed'; readonly text: string }
  | { readonly kind: 'reused'; readonly by: 'idempotency key' | 'record key' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A dimension on its way in: known to this process, or to be created on first use under a candidate id. */
export type PendingDimension = Readonly<DimensionRow & { isNew?: boolean }> | null;

/** A record that waits for its statement. It never changes: what becomes of it is a {@link Written}. */
export type PendingRecord = {
  readonly id: string;
  readonly values: readonly (string | null)[];
  readonly dimensions: readonly PendingDimension[];
  /** The claim of the request's idempotency key. */
  readonly claim: Claim | undefined;
  /** The claim of the record's own key. */
  readonly naturalClaim: Claim | undefined;
  /** The hashes of both. */
  readonly claims: readonly string[];
  /** How many rows of usual size take as much memory; see {@link weightOf}. */
  readonly weight: number;
  /** When it came, in milliseconds since 1970. */
  readonly queuedAt: number;
  /** What it is part of, where there are traces. */
  readonly trace?: unknown;
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
