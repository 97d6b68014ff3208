import type { Journal } from './journal.ts';
import { waitUntil } from './wait-until.ts';

/** Waits until a load has so many more acknowledged records. */
export function acknowledgedMore({ acknowledged }: Journal, more: number): Promise<void> {
  const { size } = acknowledged;
  return waitUntil('more was acknowledged', () => acknowledged.size >= size + more);
}
