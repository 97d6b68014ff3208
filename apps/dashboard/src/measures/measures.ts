import type { Inputs } from '../api/client.ts';
import { formatCompactCount, formatCount, formatPercent } from '../format/count.ts';
import { formatCompactMoney, formatExactMoney, formatMoney } from '../format/money.ts';

export type Measure = NonNullable<Inputs['analytics']['slice']['totals']>[number];
export type MeasureValue = string | number | null | undefined;

type Kind = 'amount' | 'count' | 'ratio';

/** Every measure of the analytics, as people call it. */
export const measures = {
  revenue: { label: 'Revenue', kind: 'amount', about: 'What the agents brought in.' },
  value: { label: 'Value', kind: 'amount', about: 'What their valuable outcomes are worth.' },
  cost: { label: 'Cost', kind: 'amount', about: 'What their events cost.' },
  margin: { label: 'Margin', kind: 'amount', about: 'Revenue less cost.' },
  roi: { label: 'ROI', kind: 'ratio', about: 'Margin divided by cost.' },
  goals: { label: 'Goals', kind: 'count', about: 'Goals achieved.' },
  outcomes: { label: 'Outcomes', kind: 'count', about: 'Valuable outcomes.' },
  revenueCount: { label: 'Revenues', kind: 'count', about: 'Revenue records.' },
  averageRevenue: { label: 'Average revenue', kind: 'amount', about: 'Revenue per revenue record.' },
  events: { label: 'Events', kind: 'count', about: 'Events recorded.' },
  sessions: { label: 'Sessions', kind: 'count', about: 'Different sessions.' },
  costPerGoal: { label: 'Cost per goal', kind: 'amount', about: 'Cost divided by goals.' },
  share: { label: 'Share of revenue', kind: 'ratio', about: 'The part of the revenue above it.' },
  valueShare: { label: 'Share of value', kind: 'ratio', about: 'The part of the value above it.' },
  costShare: { label: 'Share of cost', kind: 'ratio', about: 'The part of the cost above it.' },
  goalShare: { label: 'Share of goals', kind: 'ratio', about: 'The part of the goals above it.' },
} as const satisfies Record<Measure, { label: string; kind: Kind; about: string }>;

export const measureNames = Object.keys(measures) as Measure[];

/** A dash stands for what has no value, such as a return on no cost. */
export const NOTHING = '–';

export function formatMeasure(measure: Measure, value: MeasureValue): string {
  if (value === null || value === undefined) return NOTHING;
  if (typeof value === 'string') return formatMoney(value);
  return measures[measure].kind === 'ratio' ? formatPercent(value) : formatCount(value);
}

/** With every digit of an amount. */
export function formatMeasureExactly(measure: Measure, value: MeasureValue): string {
  return typeof value === 'string' ? formatExactMoney(value) : formatMeasure(measure, value);
}

/** For the axis of a chart, whose places are numbers. */
export function formatMeasureOnAxis(measure: Measure, value: number): string {
  const { kind } = measures[measure];
  if (kind === 'amount') return formatCompactMoney(value);
  return kind === 'ratio' ? formatPercent(value) : formatCompactCount(value);
}

/** Where a value stands in a chart; digits beyond a pixel do not matter there. */
export function toPosition(value: MeasureValue): number | null {
  return value === null || value === undefined ? null : Number(value);
}
