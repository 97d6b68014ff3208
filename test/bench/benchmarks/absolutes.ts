import type { Absolute } from '../findings.ts';
import type { Standing } from '../rounds.ts';

/** The absolute figures of every entrant. */
export function absolutesOf(what: string, standings: ReadonlyMap<string, Standing>): Absolute[] {
  return [...standings].map(([who, figures]) => ({ what, who, ...figures }));
}
