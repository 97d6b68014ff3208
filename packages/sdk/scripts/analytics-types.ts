import { interfaces, type Json } from './interfaces.ts';

export type { Json } from './interfaces.ts';

const head = `// Generated from the operations by \`npm test -- sdk/analytics-types --update\`.
import type { Amount } from '../amount.ts';

`;

/** Types that both questions share: that of `analytics.slice` and that of `analytics.records`. */
const shared = {
  SliceFilterInput: ['where'],
  ValueFilterInput: ['where', 'agent'],
  MetadataFilterInput: ['where', 'metadata', '[]'],
  AmountRangeInput: ['where', 'amount'],
  WindowInput: ['window'],
};

/** Places of schemas that get a name, in a question and in its answer. Groups hold groups. */
const names = {
  records: { ...shared, Measure: ['measure'] },
  input: {
    GroupsInput: ['by', '*'],
    ...shared,
    PeriodInput: ['previous'],
    SeriesInput: ['series', '*'],
    FunnelInput: ['funnel', '*'],
    SpreadInput: ['spread', '*'],
    GroupCountInput: ['groupCount', '*'],
    HavingInput: ['by', '*', 'having'],
    GroupOrderInput: ['by', '*', 'orderBy'],
    Measure: ['totals', '[]'],
  },
  output: {
    Group: ['by', '*', '[]'],
    Period: ['previous'],
    Bucket: ['series', '*', '[]'],
    FunnelStep: ['funnel', '*', '[]'],
    Spread: ['spread', '*'],
    Comparison: ['by', '*', '[]', 'whole'],
    Ratios: ['previous', 'ratio'],
    PlanStep: ['plan', '[]'],
    Totals: ['totals'],
  },
};

type Schemas = { input: Json; output: Json; records: Json };

/** Interfaces for the JSON schemas of the slice, and of the input of the records behind a number. */
export async function analyticsTypes({ input, output, records }: Schemas): Promise<string> {
  const schemas = {
    ...named('CountedRecordsInput', records, names.records),
    ...named('AnalyticsInput', input, names.input),
    ...named('Analytics', output, names.output),
  };
  const info = { title: 'analytics', version: '1' };
  return head + (await interfaces({ openapi: '3.1.0', info, paths: {}, components: { schemas } }));
}

function named(root: string, schema: Json, places: Record<string, string[]>): Record<string, Json> {
  const found = Object.entries(places).map(([name, path]) => ({ name, schema: at(schema, path) }));
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== 'object' || value === null) return value;
    const { description, ...rest } = value as Json;
    const one = found.find((each) => isSame(each.schema, rest));
    // OpenAPI 3.1 allows a description beside a reference.
    if (one)
      return { $ref: `#/components/schemas/${one.name}`, ...(description !== undefined && { description }) };
    return inside(value as Json, replace);
  };
  const all = [{ name: root, schema }, ...found];
  return Object.fromEntries(all.map((each) => [each.name, inside(each.schema, replace)]));
}

function inside(schema: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, change(value)]));
}

/** Groups of every level are alike but for the level below. */
function isSame(schema: Json, other: Json): boolean {
  return shape(schema) === shape(other);
}

function shape(schema: Json): string {
  const { description: _, ...rest } = schema;
  return JSON.stringify(rest, (key, value) => (key === 'by' ? true : value));
}

function at(schema: Json, path: readonly string[]): Json {
  return path.reduce<Json>((one, step) => {
    const { properties, additionalProperties, items } = one as { [key: string]: Json | undefined };
    const next = step === '*' ? additionalProperties : step === '[]' ? items : properties?.[step];
    if (typeof next !== 'object') throw new Error(`There is no schema at ${path.join('.')}`);
    return next as Json;
  }, schema);
}
