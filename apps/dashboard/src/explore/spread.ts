import type { Inputs, Outputs } from '../api/client.ts';
import type { RecordKind } from '../kinds/record-kinds.ts';
import type { Measure } from '../measures/measures.ts';

export type Spread = NonNullable<Inputs['analytics']['slice']['spread']>[string];
export type SpreadAnswer = NonNullable<Outputs['analytics']['slice']['spread']>[string];
export type SpreadFigure = keyof NonNullable<SpreadAnswer>;

/** The values that a spread may have: their kind of records, and the measure that they are written like; a duration is like none. */
export const spreadValues = {
  revenue: { label: 'Revenue', kind: 'revenues', like: 'revenue' },
  value: { label: 'Value', kind: 'outcomes', like: 'value' },
  cost: { label: 'Cost', kind: 'events', like: 'cost' },
  duration: { label: 'Duration', kind: 'events', like: undefined },
  tokens: { label: 'Tokens', kind: 'events', like: 'inputTokens' },
} as const satisfies Record<Spread['of'], { label: string; kind: RecordKind; like: Measure | undefined }>;

export const spreadUnits = {
  record: 'record',
  session: 'session',
  customer: 'customer',
} as const satisfies Record<Spread['per'], string>;

/** In the order of their columns. */
export const spreadFigures = {
  count: 'Count',
  min: 'Min',
  p50: 'Median',
  average: 'Mean',
  p90: 'P90',
  p95: 'P95',
  p99: 'P99',
  max: 'Max',
} as const satisfies Record<SpreadFigure, string>;

export const spreadFigureNames = Object.keys(spreadFigures) as SpreadFigure[];

/** Such as `Cost per session`. */
export function spreadText({ of, per }: Spread): string {
  return `${spreadValues[of].label} per ${spreadUnits[per]}`;
}

export function isSpread(value: unknown): value is Spread {
  const { of, per } = Object(value);
  const isKey = (table: object, name: unknown) => typeof name === 'string' && Object.hasOwn(table, name);
  return isKey(spreadValues, of) && isKey(spreadUnits, per);
}

export function isSpreadFigure(value: unknown): value is SpreadFigure {
  return spreadFigureNames.some((name) => name === value);
}
