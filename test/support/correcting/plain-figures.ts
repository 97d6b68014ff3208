import { disagreements } from '../analytics/agreement.ts';
import { divideRounded } from '../analytics/oracle-measures.ts';
import type { Measure, Slice, Totals } from '../analytics/question.ts';
import { toDecimal } from '../load/exact-decimal.ts';
import type { Plain } from './plain-model.ts';

const totals = [
  'revenue',
  'grossRevenue',
  'refunds',
  'refundCount',
  'refundRate',
  'revenueCount',
  'averageRevenue',
] as const satisfies readonly Measure[];

/** At the edges of days, and where clocks are changed in the window. */
export const zones = ['America/New_York', 'Asia/Kathmandu', 'Pacific/Chatham'] as const;

/** The question of {@link figuresOf}: its only groups beside all agents are the largest one and the rest. */
export function questionIn(timeZone: string) {
  const groups = { dimension: 'agent', totals };
  return {
    window: { from: '2026-01-01', to: '2026-05-01' },
    timeZone,
    totals,
    by: { agents: { ...groups, first: 10 }, largest: { ...groups, first: 1 } },
    series: { days: { every: 'day', totals } },
    previous: { window: earlier, totals },
  };
}

/** Local days within the window, so that its records are compared with a part of them. */
const earlier = { from: '2026-03-01', to: '2026-04-01' };

/** Totals, also of the earlier window, groups and days with records, of the answer to {@link questionIn}; and where its parts do not add up. */
export function figuresOf(answer: Slice, timeZone: string) {
  const days = (answer.series?.days ?? []).filter(({ totals }) => totals.revenueCount || totals.refundCount);
  const groups = (name: string) =>
    (answer.by?.[name] ?? [])
      .filter(({ isOther }) => !isOther)
      .map(({ key, totals }): [string, Totals | undefined] => [`${key}`, totals]);
  const agents = Object.fromEntries(groups('agents'));
  return {
    totals: answer.totals,
    earlier: answer.previous?.totals,
    agents,
    days: Object.fromEntries(days.map(({ start, totals }) => [dayIn(timeZone, start), totals])),
    disagreements: disagreements(answer),
    otherwiseInLargest: groups('largest').filter(([key, totals]) => !isEqual(totals, agents[key])),
  };
}

/** The same of the records themselves. */
export function expectedFigures(active: readonly Plain[], timeZone: string): ReturnType<typeof figuresOf> {
  const sums = (nameOf: (record: Plain) => string) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(active, nameOf)).map(([name, all = []]) => [name, totalsOf(all)]),
    );
  const isEarlier = (day: string) => day >= earlier.from && day < earlier.to;
  return {
    totals: totalsOf(active),
    earlier: totalsOf(active.filter(({ recordedAt }) => isEarlier(dayIn(timeZone, recordedAt)))),
    agents: sums(({ agentKey }) => `${agentKey}`),
    days: sums(({ recordedAt }) => dayIn(timeZone, recordedAt)),
    disagreements: [],
    otherwiseInLargest: [],
  };
}

function totalsOf(records: readonly Plain[]): Totals {
  const refunds = records.filter(({ refundOf }) => refundOf !== null);
  const revenues = records.length - refunds.length;
  const sum = (all: readonly Plain[]) => all.reduce((units, { amount }) => units + amount, 0n);
  const [revenue, paidBack] = [sum(records), -sum(refunds)];
  const gross = revenue + paidBack;
  const rate = gross > 0n ? divideRounded(paidBack * 10n ** 6n, gross) : null;
  const average = divideRounded(gross, BigInt(revenues));
  return {
    revenue: toDecimal(revenue),
    grossRevenue: toDecimal(gross),
    refunds: toDecimal(paidBack),
    refundCount: refunds.length,
    refundRate: rate === null ? null : Number(rate) / 1e6,
    revenueCount: revenues,
    averageRevenue: average === null ? null : toDecimal(average),
  };
}

function dayIn(timeZone: string, instant: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(instant));
}

function isEqual(one: Totals | undefined, other: Totals | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
