import type { Standing } from './rounds.ts';

/** One line of the table: a ratio or a size, with its target beside it. */
export type Finding = {
  what: string;
  against: string;
  value: number;
  unit: '×' | 'ms' | 'MiB' | 'MiB/min';
  /** Absent for figures that are shown without a target. */
  target?: { atLeast: number } | { atMost: number };
};

/** Absolute measurements, for readers who want more than ratios. */
export type Absolute = Standing & { what: string; who: string };

export type Outcome = { findings: Finding[]; absolutes: Absolute[] };

export function verdict({ value, target }: Finding): 'yes' | 'NO' | '' {
  if (!target) return '';
  const isMet = 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
  return isMet ? 'yes' : 'NO';
}

export function targetText({ target, unit }: Finding): string {
  if (!target) return '';
  return 'atLeast' in target ? `≥ ${target.atLeast} ${unit}` : `≤ ${target.atMost} ${unit}`;
}

export function valueText({ value, unit }: Finding): string {
  return `${unit === '×' ? value.toFixed(2) : value.toFixed(1)} ${unit}`;
}
