import type { Step } from '../format/instant.ts';
import { type Bucket, type Line, type Place, placesOf } from './chart-data.ts';

export const shown = ['revenue', 'cost', 'margin'] as const;
export type Shown = (typeof shown)[number];

export const looks = {
  revenue: { color: 'var(--mantine-color-teal-6)' },
  cost: { color: 'var(--mantine-color-orange-6)' },
  margin: { color: 'var(--mantine-color-text)' },
  compared: { color: 'var(--mantine-color-dimmed)', isDashed: true },
} as const;

/** The places of each measure, which have the same times, and the buckets of the period at these places. */
export type MarginData = Record<Shown, Place[]> & { buckets: (Bucket | undefined)[] };

export function marginData(lines: readonly Line[], every: Step, zone: string): MarginData {
  const of = (measure: Shown) => placesOf(lines, { measure, every, zone });
  const [revenue, cost, margin] = [of('revenue'), of('cost'), of('margin')];
  const buckets = new Map(lines[0]?.buckets.map((bucket) => [bucket.start, bucket]));
  return { revenue, cost, margin, buckets: margin.map(({ id }) => buckets.get(id)) };
}
