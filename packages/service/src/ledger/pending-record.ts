import type { DimensionRow } from '../kinds/record-kind.ts';
import type { Claim } from './idempotency-claims.ts';

export type Written =
  | { readonly kind: 'created'; readonly text: string }
  | { readonly kind: 'replayed'; readonly text: string }
  | { readonly kind: 'reused'; readonly by: 'idempotency key' | 'record key' | 'other operation' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The row of a new dimension is created or changed. Its id is a candidate: another gateway may create the row first. */
export type PendingDimension = Readonly<DimensionRow & { isNew?: boolean }> | null;

export type PendingRecord = {
  readonly id: string;
  readonly values: readonly (string | null)[];
  readonly dimensions: readonly PendingDimension[];
  /** For the idempotency key. */
  readonly claim: Claim | undefined;
  /** For the natural key. */
  readonly naturalClaim: Claim | undefined;
  /** Hashes of both. */
  readonly claims: readonly string[];
  /** 1 per 1,600 characters; see {@link weightOf}. */
  readonly weight: number;
  /** Unix time in milliseconds. */
  readonly queuedAt: number;
  readonly trace?: unknown;
};

/** Characters; nearly all rows have fewer. */
const USUAL_SIZE = 1_600;

/** Long rows count more, so that few of them cannot exhaust the memory budget. */
export function weightOf(values: PendingRecord['values']): number {
  let characters = 0;
  for (const value of values) if (value !== null) characters += value.length;
  return characters <= USUAL_SIZE ? 1 : Math.ceil(characters / USUAL_SIZE);
}

export function claimsOf(record: PendingRecord): Claim[] {
  return [record.claim, record.naturalClaim].filter((claim) => claim !== undefined);
}
