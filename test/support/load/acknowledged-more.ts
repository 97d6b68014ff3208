import type { Journal } from './journal.ts';
import { waitUntil } from './wait-until.ts';

/** Waits until so many more records of a load were acknowledged. */
export function acknowledgedMore({ acknowledged }: Journal, more: number): Promise<void> {
  const { size } = acknowledged;
  return waitUntil('more was acknowledged', () => acknowledged.size >= size + more);
}
