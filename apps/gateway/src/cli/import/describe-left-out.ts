import type { LeftOut } from './row-source.ts';

export function countLeftOut({ rows }: LeftOut): number {
  return rows.values().reduce((sum, count) => sum + count, 0);
}

/** Such as `Ignored: 3 rows (2 not paid, 1 empty) and 1 column without a name.`, or nothing. */
export function describeLeftOut(leftOut: LeftOut): string {
  const reasons = [...leftOut.rows].map(([reason, count]) => `${count.toLocaleString('en')} ${reason}`);
  const parts = [
    ...(reasons.length ? [`${counted(countLeftOut(leftOut), 'row')} (${reasons.join(', ')})`] : []),
    ...(leftOut.unnamed ? [`${counted(leftOut.unnamed, 'column')} without a name`] : []),
  ];
  return parts.length ? `Ignored: ${parts.join(' and ')}.\n` : '';
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
