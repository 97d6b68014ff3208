import type { LeftOut } from './row-source.ts';

export type ImportTally = { created: number; replayed: number; rejected: number; leftOut?: LeftOut };

export function describeTally(
  { created, replayed, rejected }: ImportTally,
  noun: 'rows' | 'records',
): string {
  const sent = created + replayed + rejected;
  return `${sent.toLocaleString('en')} ${noun}${rejected ? `, ${rejected.toLocaleString('en')} rejected` : ''}`;
}
