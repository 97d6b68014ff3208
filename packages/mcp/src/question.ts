import { type Analytics, type AnalyticsSchema, measures, type Slice, validate } from '@outturn/service';
import { z } from 'zod';
import { declare, inputSchema, type Mounted, type Tool } from './declare.ts';

/**
 * `ask_analytics`: a question without the recursion of a slice, whose schema is too large for a model. A question has one list of
 * measures, at most three dimensions, outermost first, and one step of time. Its slice has the measures at every level, and the
 * buckets at the innermost. The parts of the slice are called `groups` and `series`, and the answer shows them under these names.
 */
export function questionTool(slice: Mounted): Tool {
  // Every model makes it by the same function.
  const question = questionSchema(slice.input as unknown as AnalyticsSchema);
  return {
    declaration: declare(slice, { ...inputSchema(question), examples }),
    async answer(input, run) {
      const { value } = await run(slice, () => toSlice(validate(question, input)));
      const { window, ...whole } = value as Analytics;
      return { value: { window, ...shown(whole) } };
    },
    fieldOf: fieldOfQuestion,
  };
}

const window = { from: '2026-06-01', to: '2026-07-01' };
const examples = [
  { window, by: [{ dimension: 'agent' }], orderBy: { measure: 'margin', direction: 'asc' } },
  { window, timeZone: 'Europe/Berlin', every: 'week', compare: 'previous' },
  { window, measures: ['cost'], by: [{ dimension: 'model', first: 5 }], where: { agent: { in: ['bot'] } } },
  {
    window: { this: 'month' },
    measures: ['roi'],
    by: [{ dimension: 'customerMetadata', metadataKey: 'plan' }],
    compare: 'year',
  },
];

function questionSchema({ shape }: AnalyticsSchema) {
  const { dimension, metadataKey, first, offset, orderBy } = shape.by.unwrap().valueType.shape;
  const meanings = Object.entries(measures).map(([name, { description }]) => `${name}: ${description}`);
  // The slice checks these, whose schemas are long: a model reads the declarations of all tools.
  const some = z.string().optional();
  const { measure, by, direction } = orderBy.unwrap().shape;
  const order = z.strictObject({ measure: z.string().pipe(measure.unwrap()).optional(), by, direction });
  const having = z
    .strictObject({ measure: z.string(), gte: some, gt: some, lte: some, lt: some })
    .optional()
    .meta({ description: 'Only groups whose measure is in this range.' });
  return z.strictObject({
    window: shape.window,
    timeZone: shape.timeZone,
    weekStart: shape.weekStart,
    measures: shape.totals.default(['revenue', 'cost', 'margin', 'goals']).meta({
      description: `What to compute. ${meanings.join(' ').replaceAll(' Read from the records.', '')}`,
    }),
    by: z
      .array(z.strictObject({ dimension, metadataKey, first, offset, having }))
      .max(3, { error: 'must have at most 3 dimensions' })
      .default([])
      .meta({ description: 'The dimensions to group by, outermost first; none for the whole.' }),
    every: shape.series
      .unwrap()
      .valueType.shape.every.optional()
      .meta({ description: 'Also the measures of each step of time, in the innermost groups.' }),
    compare: z.enum(['previous', 'year']).optional().meta({
      description: 'Also the period before, or the same a year before, and the change.',
    }),
    spread: shape.spread
      .unwrap()
      .valueType.optional()
      .meta({ description: 'Also how values are distributed.' }),
    funnel: shape.funnel.unwrap().valueType.optional().meta({ description: 'Also how far sessions get.' }),
    isCounted: z.boolean().optional().meta({ description: 'Also the number of groups.' }),
    where: shape.where,
    orderBy: order
      .optional()
      .meta({ description: 'The order of groups; by the first measure, the largest first, if absent.' }),
  });
}

type Question = z.output<ReturnType<typeof questionSchema>>;

/** The input of `analytics.slice` for a question. */
function toSlice({ measures: totals, by, every, compare, orderBy, ...question }: Question): object {
  const { spread, funnel, isCounted, ...asked } = question;
  const before = compare === 'year' && { shift: 'year' };
  const level = (depth: number): object => {
    const groups = by[depth];
    const series = !groups && every && { series: { series: { every, totals } } };
    const { first: _, offset: __, ...counted } = groups ?? {};
    return {
      totals,
      ...series,
      ...(compare && { previous: { ...before, totals, change: totals, ...series } }),
      ...(spread && { spread: { spread } }),
      ...(funnel && { funnel: { funnel } }),
      ...(groups && isCounted && { groupCount: { groups: { ...counted, measures: totals } } }),
      ...(groups && { by: { groups: { ...groups, ...(orderBy && { orderBy }), ...level(depth + 1) } } }),
    };
  };
  return { ...asked, ...level(0) };
}

/** The field of a question for a field of its slice: `by.1.metadataKey` for `by.groups.by.groups.metadataKey`. */
function fieldOfQuestion(field: string): string {
  if (/\bprevious\./.test(field)) return 'compare';
  if (/\bseries\./.test(field)) return 'every';
  const part = field.match(/\b(?:spread|funnel)\.((?:spread|funnel).*)/)?.[1];
  if (part) return part;
  const [inner = '', ...outer] = field.replace('groupCount.', 'by.').split('by.groups.').reverse();
  return outer.length === 0 ? inner : `by.${outer.length - 1}.${inner}`;
}

/** A slice of the answer, its parts without their names. What says nothing is left out. */
function shown({ totals, previous, series, spread, funnel, groupCount, by }: Slice): object {
  return {
    totals,
    previous: previous && { window: previous.window, change: previous.change, ...shown(previous) },
    spread: spread?.spread,
    funnel: funnel?.funnel,
    groupCount: groupCount?.groups,
    series: series?.series?.map(({ end: _, isPartial, ...bucket }) => ({
      ...bucket,
      ...(isPartial && { isPartial }),
    })),
    groups: by?.groups?.map(({ key, label, isOther, ...inner }) => ({
      key,
      ...(label !== key && { label }),
      ...(isOther && { isOther }),
      ...shown(inner),
    })),
  };
}
