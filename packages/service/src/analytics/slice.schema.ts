import { z } from 'zod';
import { CountOut } from '../schema/count.ts';
import { PlainDecimal } from '../schema/decimal.ts';
import { hint } from '../schema/error-message.ts';
import { InstantOut } from '../schema/instant.ts';
import { scalars } from '../schema/scalars-and-samples.ts';
import { text } from '../schema/text.ts';
import { weekdays } from './calendar.ts';
import { isShare, type Measure, measureNames, measures, orderMeasures } from './measures.ts';
import type { SliceFilter } from './slice-filter.schema.ts';
import { type SpreadFigure, spreadFigureNames, spreadFigures, spreadUnits, spreadValues } from './spread.ts';
import { checkWindows, type PlacedWindow, TimeStep, TimeZone, Window } from './window.schema.ts';
import { shifts } from './windows.ts';

const MAX_GROUPS = 1000;
const MAX_STEPS = 20;
const DEFAULT_GROUPS = 20;
const MAX_OFFSET = 100_000;

const MeasureName = z.enum(measureNames);
const Measures = z.array(MeasureName).max(measureNames.length);

const PartName = z.string().regex(/^(?!__)[_a-z]\w{0,99}$/i);
const parts = <Part extends z.ZodType>(part: Part) =>
  z.record(PartName, part, {
    error: ({ code }) =>
      code === 'invalid_key'
        ? 'must start with a letter and have letters, digits and underscores, at most 100'
        : undefined,
  });

const SeriesInput = z.strictObject({
  every: TimeStep.meta({ description: 'The length of a bucket.' }),
  totals: Measures.optional(),
});

const FunnelInput = z.strictObject({
  start: z.enum(['session']).optional().meta({
    description:
      'With `session`, the first step is any session that a record names; the steps follow. The first goal type is the first step if absent.',
  }),
  steps: z
    .array(text(255, 1))
    .min(1, { error: 'must name at least one goal type' })
    .max(MAX_STEPS, { error: `must have at most ${MAX_STEPS} steps` })
    .refine((names) => new Set(names).size === names.length, { error: 'must name each goal type once' })
    .meta({ description: 'Keys of goal types, in the order in which a session achieves them.' }),
});

const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  Object.keys(table) as [Name, ...Name[]];

/** The values of a spread. */
const spread = {
  of: z.enum(namesOf(spreadValues)).meta({ description: 'The values, such as costs.' }),
  per: z.enum(namesOf(spreadUnits)).meta({
    description: 'Records, or the sums of sessions or customers.',
  }),
};
const SpreadInput = z.strictObject(spread);

const compared = {
  change: Measures.optional().meta({ description: 'Measures whose difference to this slice is asked for.' }),
  ratio: Measures.optional().meta({
    description: 'Measures whose ratio to those of this slice is asked for.',
  }),
};

const bound = PlainDecimal.optional().meta({
  description: 'A decimal string: USD of an amount, a count, or a ratio such as "0.25".',
});

const Having = z
  .strictObject({ measure: MeasureName, gte: bound, gt: bound, lte: bound, lt: bound })
  .refine(({ measure }) => !isShare(measure), {
    path: ['measure'],
    error: 'must not be a share; give the range of its amount',
  })
  .refine(({ measure: _, ...bounds }) => Object.values(bounds).some((each) => each !== undefined), {
    error: 'must have at least one of gte, gt, lte and lt',
  })
  .meta({
    description:
      'Only groups whose measure is in this range. All bounds must hold. A group without the measure, which is null, is left out.',
  });

const PeriodInput = z
  .strictObject({
    window: Window.optional().meta({
      description:
        'The window to compare with; if absent, the one before: the month before a month, ten days before ten days, and of a window that runs until now the same part.',
    }),
    shift: z.enum(shifts).optional().meta({
      description: 'Compares with the same days a year before, in place of the window before.',
    }),
    totals: Measures.optional(),
    series: parts(SeriesInput).optional(),
    ...compared,
  })
  .refine(({ window, shift }) => window === undefined || shift === undefined, {
    path: ['shift'],
    error: 'cannot be given beside window; leave out one of the two',
  });

const WholeInput = z.strictObject(compared);

type Dimensions<Name extends string> = { names: readonly Name[]; hasKey: (name: Name) => boolean };

const grouping = <Name extends string>(names: readonly Name[]) => ({
  dimension: z.enum(names),
  metadataKey: text(255, 1).optional().meta({ description: 'The key, for a dimension of metadata.' }),
  having: Having.optional(),
});

/** A dimension of metadata needs a key, and no other has one. */
function withMetadataKey<
  Name extends string,
  Shape extends z.ZodRawShape & ReturnType<typeof grouping<Name>>,
>(hasKey: (name: Name) => boolean, schema: z.ZodObject<Shape, z.core.$strict>) {
  const isWrong = (asked: object, isMissing: boolean) => {
    // The shape has both.
    const { dimension, metadataKey } = asked as { dimension: Name; metadataKey?: string };
    return isMissing
      ? hasKey(dimension) && metadataKey === undefined
      : !hasKey(dimension) && metadataKey !== undefined;
  };
  return schema
    .refine((asked) => !isWrong(asked, true), {
      path: ['metadataKey'],
      error: 'is required for a dimension of metadata',
    })
    .refine((asked) => !isWrong(asked, false), {
      path: ['metadataKey'],
      error: 'is for dimensions of metadata alone; leave it out',
    });
}

const sliceInput = <Name extends string, Groups extends z.ZodType>(
  { names, hasKey }: Dimensions<Name>,
  groups: Groups,
) => ({
  totals: Measures.optional().meta({ description: 'The measures of the whole slice.' }),
  previous: PeriodInput.optional().meta({
    description: 'The same slice in the window before, or in another one.',
  }),
  series: parts(SeriesInput).optional(),
  funnel: parts(FunnelInput).optional(),
  spread: parts(SpreadInput).optional(),
  groupCount: parts(
    withMetadataKey(
      hasKey,
      z.strictObject({
        ...grouping(names),
        measures: Measures.optional().meta({
          description: 'Groups with records that these measures count; groups with any record if absent.',
        }),
      }),
    ),
  ).optional(),
  by: parts(groups).optional(),
});

const GroupOrderInput = z
  .strictObject({
    measure: z
      .enum([...orderMeasures, 'key'])
      .optional()
      .meta({
        description:
          'The measure to order by, or the key; if absent the first measure that is asked for, and revenue where none is.',
      }),
    by: z.enum(['value', 'change']).optional().meta({
      description:
        'By the measure itself, as if absent, or by its difference to `previous` (if not asked for, the window before).',
    }),
    spread: z
      .strictObject({ ...spread, figure: z.enum(spreadFigureNames) })
      .optional()
      .meta({ description: 'Orders by a figure of a spread, in place of a measure.' }),
    direction: z
      .enum(['asc', 'desc'])
      .default('desc')
      .meta({ description: 'Descending if absent, also for keys.' }),
  })
  .refine(({ measure, by, spread }) => !spread || (measure === undefined && by === undefined), {
    path: ['spread'],
    error: 'orders alone; leave out measure and by',
  })
  .refine(({ measure, by }) => measure !== 'key' || by !== 'change', {
    path: ['by'],
    error: 'must be value for keys, which do not change',
  })
  .meta({ description: 'The order of groups.' });

const groupsInput = <Name extends string, Groups extends z.ZodType>(
  dimensions: Dimensions<Name>,
  groups: Groups,
) =>
  withMetadataKey(
    dimensions.hasKey,
    z.strictObject({
      ...grouping(dimensions.names),
      orderBy: GroupOrderInput.prefault({}),
      first: z
        .int(hint('must be a whole number'))
        .min(1, { error: 'must be at least 1' })
        .max(MAX_GROUPS, { error: `must be at most ${MAX_GROUPS}` })
        .default(DEFAULT_GROUPS)
        .meta({ description: 'How many groups; what remains is one group more, marked isOther.' }),
      offset: z
        .int(hint('must be a whole number'))
        .min(0, { error: 'must be at least 0' })
        .max(MAX_OFFSET, { error: `must be at most ${MAX_OFFSET}` })
        .optional()
        .meta({
          description: 'How many groups to pass over; they become part of the rest.',
        }),
      whole: WholeInput.optional().meta({
        description: 'Compares each group with the slice that the groups are of.',
      }),
      ...sliceInput(dimensions, groups),
    }),
  );

/** A question by these dimensions. */
export function analyticsInputOf<Name extends string, Filter extends z.ZodType>(
  names: readonly Name[],
  hasKey: (name: Name) => boolean,
  filter: Filter,
) {
  const dimensions = { names, hasKey };
  const groups = <Groups extends z.ZodType>(inner: Groups) => groupsInput(dimensions, inner);
  return z
    .strictObject({
      window: Window,
      timeZone: TimeZone,
      weekStart: z.enum(weekdays).default('monday'),
      where: filter.optional(),
      plan: z.boolean().optional().meta({
        description: 'Whether to return the query plan. Requires the scope analytics:explain.',
      }),
      ...sliceInput(
        dimensions,
        groups(groups(groups(z.never({ error: 'must nest groups at most 3 deep' })))),
      ),
    })
    .superRefine(({ timeZone, weekStart, ...asked }, context) =>
      checkWindows(windowsOf(asked), { timeZone, weekStart }, context),
    );
}

/** The schema of a question about the dimensions of any model. */
export type AnalyticsSchema = ReturnType<typeof analyticsInputOf<string, z.ZodType>>;

/** A question about the dimensions of any model. */
export type AnalyticsInput = SliceInput & {
  window: z.output<typeof Window>;
  timeZone: string;
  weekStart: (typeof weekdays)[number];
  where?: SliceFilter | undefined;
  plan?: boolean | undefined;
};
export type SeriesInput = z.output<typeof SeriesInput>;
export type PeriodInput = z.output<typeof PeriodInput>;

export type FunnelInput = z.output<typeof FunnelInput>;
export type SpreadInput = z.output<typeof SpreadInput>;
export type Having = z.output<typeof Having>;
export type WholeInput = z.output<typeof WholeInput>;

export type SliceInput = Omit<
  z.output<z.ZodObject<ReturnType<typeof sliceInput<string, z.ZodNever>>>>,
  'by'
> & {
  by?: Record<string, GroupsInput> | undefined;
};
export type GroupsInput = Omit<z.output<ReturnType<typeof groupsInput<string, z.ZodNever>>>, 'by'> &
  SliceInput;

/** The windows of a question and of its parts. */
export function windowsOf({ window, ...slice }: Pick<AnalyticsInput, 'window'> & SliceInput): PlacedWindow[] {
  return [{ place: [], window }, ...previousWindows(slice)];
}

function previousWindows({ previous, by = {} }: SliceInput, place: string[] = []): PlacedWindow[] {
  const { window } = previous ?? {};
  return [
    ...(window ? [{ place: [...place, 'previous'], window }] : []),
    ...Object.entries(by).flatMap(([name, groups]) => previousWindows(groups, [...place, 'by', name])),
  ];
}

/** Unlike an input amount, a sum has no bounds. */
const Sum = z.string().register(scalars, { scalar: 'Decimal' });
const Ratio = z.number().register(scalars, { scalar: 'Float' });

const measureOutputs = {
  amount: Sum,
  quotient: Sum.nullable(),
  count: CountOut,
  ratio: Ratio.nullable(),
};

const Totals = z
  .object(
    Object.fromEntries(
      measureNames.map((name) => [
        name,
        measureOutputs[measures[name].kind].optional().meta({ description: measures[name].description }),
      ]),
    ) as { [Name in Measure]: z.ZodOptional<(typeof measureOutputs)[(typeof measures)[Name]['kind']]> },
  )
  .meta({ description: 'The measures of a slice, as far as they are asked for.' });

const Bucket = z
  .object({
    start: InstantOut.meta({ description: 'When it starts; in the first bucket maybe before the window.' }),
    end: InstantOut.meta({ description: 'When it ends, exclusive.' }),
    isPartial: z.boolean().meta({ description: 'Whether the window has only a part of it.' }),
    totals: Totals.meta({ description: 'The measures of the bucket.' }),
  })
  .meta({ description: 'A slice in one bucket of time.' });

const FunnelStep = z
  .object({
    goalKey: z
      .string()
      .nullable()
      .meta({ description: 'The goal type; null for any session, the first step with `start`.' }),
    sessions: CountOut.meta({
      description: 'Sessions that achieved this goal, at or after the goals of all steps before it.',
    }),
    conversion: Ratio.nullable().meta({ description: 'The part of the sessions of the first step.' }),
  })
  .meta({ description: 'A step of a funnel.' });

const Spread = z
  .object(
    Object.fromEntries(
      spreadFigureNames.map((name) => [
        name,
        (name === 'count' ? CountOut : Sum).meta({ description: spreadFigures[name].description }),
      ]),
    ) as { [Name in SpreadFigure]: Name extends 'count' ? typeof CountOut : typeof Sum },
  )
  .meta({
    description:
      'How values are distributed: in USD, milliseconds or tokens, as decimal strings. Percentiles are values that occur.',
  });

const Ratios = z
  .object(
    Object.fromEntries(
      measureNames.map((name) => [
        name,
        Ratio.nullable().optional().meta({ description: measures[name].description }),
      ]),
    ) as { [Name in Measure]: z.ZodOptional<z.ZodNullable<typeof Ratio>> },
  )
  .meta({
    description: 'Measures of a slice divided by those of another, rounded to 6 decimals; null by 0 or null.',
  });

const comparison = {
  change: Totals.optional().meta({ description: 'The measures of the slice less those of this one.' }),
  ratio: Ratios.optional().meta({ description: 'The measures of the slice divided by those of this one.' }),
};

const Period = z.object({
  window: z.object({ from: InstantOut, to: InstantOut }).meta({ description: 'A span of time.' }),
  totals: Totals.optional(),
  series: z.record(z.string(), z.array(Bucket)).optional(),
  ...comparison,
});

const Whole = z.object(comparison);

const slice = <Group extends z.ZodType>(group: Group) => ({
  totals: Totals.optional(),
  previous: Period.optional(),
  series: z.record(z.string(), z.array(Bucket)).optional(),
  funnel: z.record(z.string(), z.array(FunnelStep)).optional(),
  spread: z.record(z.string(), Spread.nullable()).optional(),
  groupCount: z.record(z.string(), CountOut).optional(),
  by: z.record(z.string(), z.array(group)).optional(),
});

const group = <Inner extends z.ZodType>(inner: Inner) =>
  z.object({
    key: z.string().nullable().meta({
      description: 'Null for the records without the dimension, and for what remains.',
    }),
    label: z.string().nullable().meta({ description: 'The name for people; the key if there is none.' }),
    isOther: z.boolean().meta({ description: 'Whether it is what remains beside the first groups.' }),
    whole: Whole.optional().meta({ description: 'The slice that the group is of.' }),
    ...slice(inner),
  });

const PlanStep = z.object({
  part: z.string().meta({ description: 'The part of the answer, such as `by.agents.series.weekly`.' }),
  reads: z.string().meta({ description: 'The rollups with their grains, or the records, that it reads.' }),
  rows: z.int().meta({ description: 'Rows that it returned.' }),
  milliseconds: z.number(),
  sql: z.string(),
});

export const Analytics = z.object({
  window: z
    .object({ from: InstantOut, to: InstantOut, timeZone: z.string() })
    .meta({ description: 'The span of time that is answered for.' }),
  ...slice(group(group(group(z.never())))),
  plan: z.array(PlanStep).optional(),
});

export type Totals = z.output<typeof Totals>;
export type Bucket = z.output<typeof Bucket>;
export type FunnelStep = z.output<typeof FunnelStep>;
export type Spread = z.output<typeof Spread>;
export type Comparison = { change?: Totals | undefined; ratio?: z.output<typeof Ratios> | undefined };
export type Period = z.output<typeof Period>;
export type PlanStep = z.output<typeof PlanStep>;
export type Analytics = z.output<typeof Analytics>;

export type Slice = Omit<z.output<z.ZodObject<ReturnType<typeof slice<z.ZodNever>>>>, 'by'> & {
  by?: Record<string, Group[]> | undefined;
};
export type Group = {
  key: string | null;
  label: string | null;
  isOther: boolean;
  whole?: Comparison | undefined;
} & Slice;
