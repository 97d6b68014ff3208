import type { RecordKind } from '../kinds/record-kinds.ts';
import type { Measure } from '../measures/measures.ts';

/** A kind of records that a measure counts, with the measures that tell how many it counts of them and what they sum up to. */
export type CountedKind = {
  kind: RecordKind;
  counts: readonly Measure[];
  sum?: Measure;
  /** Fields that the sum adds, where the table of the kind does not show them. */
  adds?: readonly string[];
};

const revenues = (sum: Measure, ...counts: Measure[]): CountedKind => ({ kind: 'revenues', sum, counts });
const events = (...counts: Measure[]): CountedKind => ({ kind: 'events', counts });
/** Events by a field of which no measure tells how many have one. */
const usage = (sum: Measure, ...adds: string[]): CountedKind => ({ kind: 'events', counts: [], sum, adds });
const revenue = revenues('revenue', 'revenueCount', 'refundCount');
const gross = revenues('grossRevenue', 'revenueCount');
const refunds = revenues('refunds', 'refundCount');
const outcomes: CountedKind = { kind: 'outcomes', sum: 'value', counts: ['outcomes'] };
const goals: CountedKind = { kind: 'goals', counts: ['goals'] };
const cost = usage('cost');

/** The kinds of records that each measure counts. */
export const countedKinds: Readonly<Record<Measure, readonly CountedKind[]>> = {
  revenue: [revenue],
  value: [outcomes],
  cost: [cost],
  margin: [revenue, cost],
  roi: [revenue, cost],
  goals: [goals],
  outcomes: [outcomes],
  grossRevenue: [gross],
  refunds: [refunds],
  refundCount: [refunds],
  refundRate: [revenue],
  revenueCount: [gross],
  averageRevenue: [gross],
  events: [events('events')],
  inputTokens: [usage('inputTokens', 'inputTokens')],
  outputTokens: [usage('outputTokens', 'outputTokens')],
  cacheReadTokens: [usage('cacheReadTokens', 'cacheReadTokens')],
  cacheWriteTokens: [usage('cacheWriteTokens', 'cacheWriteTokens')],
  reasoningTokens: [usage('reasoningTokens', 'reasoningTokens')],
  computedCost: [usage('computedCost', 'computedCost')],
  costVariance: [usage('costVariance', 'computedCost')],
  costPerToken: [{ kind: 'events', counts: [], adds: ['inputTokens', 'outputTokens'] }],
  unpricedEvents: [events('unpricedEvents')],
  unpricedTokens: [usage('unpricedTokens', 'inputTokens', 'outputTokens')],
  errors: [events('errors')],
  errorRate: [events('events')],
  sessions: [],
  agents: [],
  customers: [],
  costPerGoal: [cost, goals],
  share: [revenue],
  valueShare: [outcomes],
  costShare: [cost],
  goalShare: [goals],
};

export type Formula = { left: Measure; sign: '−' | '÷'; right: Measure };

/** Measures that are computed from two others. */
export const formulas: Readonly<Partial<Record<Measure, Formula>>> = {
  margin: { left: 'revenue', sign: '−', right: 'cost' },
  roi: { left: 'margin', sign: '÷', right: 'cost' },
  averageRevenue: { left: 'grossRevenue', sign: '÷', right: 'revenueCount' },
  refundRate: { left: 'refunds', sign: '÷', right: 'grossRevenue' },
  errorRate: { left: 'errors', sign: '÷', right: 'events' },
  costPerGoal: { left: 'cost', sign: '÷', right: 'goals' },
};

/** The measures that shares are parts of. */
export const sharedMeasures: Readonly<Partial<Record<Measure, Measure>>> = {
  share: 'revenue',
  valueShare: 'value',
  costShare: 'cost',
  goalShare: 'goals',
};
