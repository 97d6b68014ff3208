import type { DimensionRow } from '../kinds/record-kind.ts';
import type { Reservation } from './reservations.ts';

export type Written =
  | { readonly kind: 'created'; readonly text: string }
  | { readonly kind: 'replayed'; readonly text: string }
  | { readonly kind: 'reused'; readonly by: 'idempotency key' | 'record key' | 'other operation' }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * With `needsUpsert`, the statement creates the row or changes it: the key is new to this process, its row is deleted,
 * or this record is the earliest that names an agent or a customer for its session. The id of a new row is a candidate,
 * because another gateway may create the row first.
 */
export type PendingDimension = Readonly<DimensionRow & { needsUpsert?: boolean }> | null;

export type PendingRecord = {
  readonly id: string;
  readonly values: readonly (string | null)[];
  readonly dimensions: readonly PendingDimension[];
  /** For the idempotency key. */
  readonly reservation: Reservation | undefined;
  /** For the natural key. */
  readonly naturalReservation: Reservation | undefined;
  /** Hashes of both. */
  readonly keyHashes: readonly string[];
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

/** What is written once for each of its keys. */
export type Keyed = {
  readonly id: string;
  readonly reservation: Reservation | undefined;
  readonly naturalReservation?: Reservation | undefined;
};

export function reservationsOf(record: Keyed): Reservation[] {
  return [record.reservation, record.naturalReservation].filter((reservation) => reservation !== undefined);
}
