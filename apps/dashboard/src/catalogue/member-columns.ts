import Big from 'big.js';
import type { Dimension } from '../kinds/dimensions.ts';
import type { Measure } from '../measures/measures.ts';

/** A measure, the change of the margin since the compared period, or a quotient that the API has no measure for. */
export type Column = Measure | 'change' | 'costPerSession';

/** Margin stands where a phone shows it. */
const whole: readonly Column[] = [
  'revenue',
  'margin',
  'change',
  'cost',
  'roi',
  'value',
  'goals',
  'costPerSession',
  'errors',
];

/** The columns of the table of each dimension, after the name. */
export const columnsOf: Readonly<Record<Dimension, readonly Column[]>> = {
  agents: whole,
  customers: whole,
  'goal-types': ['goals', 'value', 'outcomes', 'revenue'],
  tools: ['events', 'cost', 'errors', 'value', 'outcomes', 'revenue'],
};

export function isMeasure(column: Column): column is Measure {
  return column !== 'change' && column !== 'costPerSession';
}

/** Cost divided by sessions, rounded to nine decimals like the quotients of the API; null without sessions. */
export function costPerSession(cost: string, sessions: number): string | null {
  return sessions === 0 ? null : new Big(cost).div(sessions).round(9).toFixed();
}
