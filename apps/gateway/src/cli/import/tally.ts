import type { LeftOut } from './row-source.ts';

export type Counts = { created: number; replayed: number; rejected: number };

/** `refunds` are counted among the others, too. A rejected refund is what its row is rejected for. */
export type ImportTally = Counts & { refunds?: Counts; leftOut?: LeftOut };

export const noCounts: Readonly<Counts> = { created: 0, replayed: 0, rejected: 0 };

export function describeTally(
  { refunds = noCounts, ...counts }: ImportTally,
  noun: 'rows' | 'records',
): string {
  const { rejected } = counts;
  // A refund is of the same row as its record.
  const sent = sumOf(counts) - sumOf(refunds);
  return `${sent.toLocaleString('en')} ${noun}${rejected ? `, ${rejected.toLocaleString('en')} rejected` : ''}`;
}

/** Such as `Refunds among them: 2 created, 0 already there, 1 rejected.`, or nothing. */
export function describeRefunds(
  refunds: Counts | undefined,
  words: Readonly<Record<keyof Counts, string>>,
): string {
  if (!refunds) return '';
  const { created, replayed, rejected } = refunds;
  const counts = [
    [created, words.created],
    [replayed, words.replayed],
    [rejected, words.rejected],
  ] as const;
  return `Refunds among them: ${counts.map(([count, word]) => `${count.toLocaleString('en')} ${word}`).join(', ')}.\n`;
}

function sumOf({ created, replayed, rejected }: Counts): number {
  return created + replayed + rejected;
}
