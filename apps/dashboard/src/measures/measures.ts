import type { Inputs } from '../api/client.ts';
import {
  formatCompactCount,
  formatCompactPercent,
  formatCount,
  formatMultiple,
  formatPercent,
} from '../format/count.ts';
import { formatCompactMoney, formatExactMoney, formatMoney } from '../format/money.ts';

export type Measure = NonNullable<Inputs['analytics']['slice']['totals']>[number];
export type MeasureValue = string | number | null | undefined;

/** A ratio is shown as a percentage, a multiple as a number of times. */
type Kind = 'amount' | 'count' | 'ratio' | 'multiple';

/** Whether a larger value is a better one. */
type Better = 'higher' | 'lower' | 'neither';

type MeasureDefinition = { label: string; kind: Kind; better: Better; about: string };

/** The measures of the analytics API with their names for people. */
export const measures = {
  revenue: { label: 'Revenue', kind: 'amount', better: 'higher', about: 'Revenue less refunds.' },
  value: { label: 'Value', kind: 'amount', better: 'higher', about: 'Value of their outcomes.' },
  cost: { label: 'Cost', kind: 'amount', better: 'lower', about: 'Cost of their events.' },
  margin: { label: 'Margin', kind: 'amount', better: 'higher', about: 'Revenue minus cost.' },
  roi: { label: 'ROI', kind: 'multiple', better: 'higher', about: 'Margin divided by cost.' },
  goals: { label: 'Goals', kind: 'count', better: 'higher', about: 'Goals achieved.' },
  outcomes: { label: 'Outcomes', kind: 'count', better: 'higher', about: 'Outcomes recorded.' },
  grossRevenue: {
    label: 'Gross revenue',
    kind: 'amount',
    better: 'higher',
    about: 'Revenue before refunds.',
  },
  refunds: { label: 'Refunds', kind: 'amount', better: 'lower', about: 'What refunds paid back.' },
  refundCount: { label: 'Number of refunds', kind: 'count', better: 'lower', about: 'Refunds recorded.' },
  refundRate: {
    label: 'Refund rate',
    kind: 'ratio',
    better: 'lower',
    about: 'Refunds divided by gross revenue.',
  },
  revenueCount: {
    label: 'Revenues',
    kind: 'count',
    better: 'higher',
    about: 'Revenue records, without refunds.',
  },
  averageRevenue: {
    label: 'Average revenue',
    kind: 'amount',
    better: 'higher',
    about: 'Gross revenue per revenue record.',
  },
  events: { label: 'Events', kind: 'count', better: 'neither', about: 'Events recorded.' },
  inputTokens: {
    label: 'Input tokens',
    kind: 'count',
    better: 'neither',
    about: 'Tokens sent to models, cached ones included.',
  },
  outputTokens: {
    label: 'Output tokens',
    kind: 'count',
    better: 'neither',
    about: 'Tokens received from models, reasoning included.',
  },
  cacheReadTokens: {
    label: 'Cached tokens',
    kind: 'count',
    better: 'higher',
    about: 'Input tokens read from a cache.',
  },
  cacheWriteTokens: {
    label: 'Tokens written to caches',
    kind: 'count',
    better: 'neither',
    about: 'Input tokens written to a cache.',
  },
  reasoningTokens: {
    label: 'Reasoning tokens',
    kind: 'count',
    better: 'neither',
    about: 'Output tokens of reasoning.',
  },
  computedCost: {
    label: 'Computed cost',
    kind: 'amount',
    better: 'lower',
    about: 'Cost of events by the price book.',
  },
  costVariance: {
    label: 'Cost variance',
    kind: 'amount',
    better: 'neither',
    about: 'Cost minus computed cost, of events with both.',
  },
  costPerToken: {
    label: 'Cost per million tokens',
    kind: 'amount',
    better: 'lower',
    about: 'Cost of events with tokens per million tokens, without unpriced events.',
  },
  unpricedEvents: {
    label: 'Unpriced events',
    kind: 'count',
    better: 'lower',
    about: 'Events whose model has no price.',
  },
  unpricedTokens: {
    label: 'Unpriced tokens',
    kind: 'count',
    better: 'lower',
    about: 'Tokens of events whose model has no price.',
  },
  errors: { label: 'Errors', kind: 'count', better: 'lower', about: 'Events that failed.' },
  errorRate: { label: 'Error rate', kind: 'ratio', better: 'lower', about: 'Errors divided by events.' },
  sessions: { label: 'Sessions', kind: 'count', better: 'neither', about: 'Unique sessions.' },
  agents: { label: 'Agents', kind: 'count', better: 'neither', about: 'Unique agents.' },
  customers: { label: 'Customers', kind: 'count', better: 'higher', about: 'Unique customers.' },
  costPerGoal: { label: 'Cost per goal', kind: 'amount', better: 'lower', about: 'Cost divided by goals.' },
  share: {
    label: 'Share of revenue',
    kind: 'ratio',
    better: 'higher',
    about: "Share of the parent group's revenue.",
  },
  valueShare: {
    label: 'Share of value',
    kind: 'ratio',
    better: 'higher',
    about: "Share of the parent group's value.",
  },
  costShare: {
    label: 'Share of cost',
    kind: 'ratio',
    better: 'neither',
    about: "Share of the parent group's cost.",
  },
  goalShare: {
    label: 'Share of goals',
    kind: 'ratio',
    better: 'higher',
    about: "Share of the parent group's goals.",
  },
} as const satisfies Record<Measure, MeasureDefinition>;

export const measureNames = Object.keys(measures) as Measure[];

/** Stands for no value, such as an ROI without cost. */
export const NOTHING = '–';

export function formatMeasure(measure: Measure, value: MeasureValue): string {
  if (value === null || value === undefined) return NOTHING;
  if (typeof value === 'string') return formatMoney(value);
  return formatNumber[measures[measure].kind](value);
}

const formatNumber = {
  // Amounts are decimal strings.
  amount: formatCount,
  count: formatCount,
  ratio: formatPercent,
  multiple: formatMultiple,
} as const satisfies Record<Kind, (value: number) => string>;

const formatCompactNumber = {
  ...formatNumber,
  amount: formatCompactCount,
  count: formatCompactCount,
  ratio: formatCompactPercent,
} as const;

/** Shows every digit of an amount. */
export function formatMeasureExactly(measure: Measure, value: MeasureValue): string {
  return typeof value === 'string' ? formatExactMoney(value) : formatMeasure(measure, value);
}

/** In the compact form where the text is longer than `most` characters. */
export function formatMeasureWithin(measure: Measure, value: MeasureValue, most: number): string {
  const text = formatMeasure(measure, value);
  if (text.length <= most || value === null || value === undefined) return text;
  if (typeof value === 'string') return formatCompactMoney(value);
  return formatCompactNumber[measures[measure].kind](value);
}

/** Formats a tick of an axis. */
export function formatMeasureOnAxis(measure: Measure, value: number): string {
  const { kind } = measures[measure];
  if (kind === 'amount') return formatCompactMoney(value);
  return kind === 'count' ? formatCompactCount(value) : formatNumber[kind](value);
}

/** Whether it is drawn from zero, unlike a ratio. */
export function isQuantity(measure: Measure): boolean {
  const { kind } = measures[measure];
  return kind === 'amount' || kind === 'count';
}

/** Whether it is money that was lost, which stands out wherever it is shown. */
export function isLoss(measure: Measure, value: MeasureValue): boolean {
  return measures[measure].kind === 'amount' && typeof value === 'string' && value.startsWith('-');
}

/** The number that a chart plots: exact enough for pixels. */
export function toPosition(value: MeasureValue): number | null {
  return value === null || value === undefined ? null : Number(value);
}
