import { year } from './fill-year.ts';
import { plainSql } from './plain-sql.ts';
import { groupedSums } from './postgraphile-sums.ts';

/**
 * One question in the form of each entrant. Every answer contains all of a measure in the window: in groups, buckets or a
 * total.
 */
export type Question = {
  what: string;
  timeZone: string;
  /** Local days. */
  window: { from: string; to: string };
  /** The selection below `analytics`. */
  selection: string;
  sql: string;
  /** By which answers are compared; revenue if absent. */
  measure?: string;
  postgraphile?: string;
  targets: Targets;
};

type Targets = {
  /** The target of Outturn's median. */
  milliseconds?: number;
  /** How many times Outturn's median the others must take. */
  sql?: number;
  postgraphile?: number;
  /** The limit of how many times as long it takes with ten times the records. */
  growth?: number;
};

const measures = 'totals { revenue revenueCount cost value goals margin }';

const ofYear = [
  {
    what: 'totals of a year',
    selection: measures,
    sql: plainSql.totals,
    postgraphile: groupedSums('aggregates'),
  },
  {
    what: 'a year by day',
    selection: `series(every: DAY) { start ${measures} }`,
    sql: plainSql.byDay,
    postgraphile: groupedSums('groupedAggregates(groupBy: [$time_TRUNCATED_TO_DAY])'),
  },
  {
    what: 'a year by agent and month',
    selection: `by(dimension: AGENT, first: 1000) { key series(every: MONTH) { start ${measures} } }`,
    sql: plainSql.byAgentAndMonth,
    postgraphile: groupedSums('groupedAggregates(groupBy: [AGENT_ID, $time_TRUNCATED_TO_MONTH])'),
  },
];

/** The questions that have targets. */
export const questions: readonly Question[] = [
  ...ofYear.map((question) => ({
    ...question,
    timeZone: 'UTC',
    window: year,
    targets: { milliseconds: 30, sql: 50, postgraphile: 20, growth: 1.3 },
  })),
  ...ofYear.map(({ postgraphile: _, ...question }) => ({
    ...question,
    what: `${question.what}, Asia/Kathmandu`,
    timeZone: 'Asia/Kathmandu',
    window: year,
    targets: { milliseconds: 150 },
  })),
  {
    what: 'top 10 customers of a quarter by week',
    timeZone: 'UTC',
    window: { from: '2025-04-01', to: '2025-07-01' },
    selection: `by(dimension: CUSTOMER, first: 10) { key isOther series(every: WEEK) { start ${measures} } }`,
    sql: plainSql.topCustomersByWeek,
    targets: { milliseconds: 150 },
  },
  {
    what: 'agent × customer for a week',
    timeZone: 'UTC',
    window: { from: '2025-05-05', to: '2025-05-12' },
    selection: `by(dimension: AGENT, first: 1000) { key by(dimension: CUSTOMER) { key isOther ${measures} } }`,
    sql: plainSql.byAgentAndCustomer,
    targets: { milliseconds: 300 },
  },
];
