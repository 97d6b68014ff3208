import { z } from 'zod';
import { CountOut } from '../schema/count.ts';
import { hint } from '../schema/error-message.ts';
import { InstantOut } from '../schema/instant.ts';
import { scalars } from '../schema/scalars-and-samples.ts';
import { text } from '../schema/text.ts';
import { weekdays } from './calendar.ts';
import { type Measure, measureNames, measures, orderMeasures } from './measures.ts';
import type { SliceFilter } from './slice-filter.schema.ts';
import { checkWindows, type PlacedWindow, TimeStep, TimeZone, Window } from './window.schema.ts';
import { shifts } from './windows.ts';

const MAX_GROUPS = 1000;
const MAX_STEPS = 20;
const DEFAULT_GROUPS = 20;

const Measures = z.array(z.enum(measureNames)).max(measureNames.length);

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
  steps: z
    .array(text(255, 1))
    .min(1, { error: 'must name at least one goal type' })
    .max(MAX_STEPS, { error: `must have at most ${MAX_STEPS} steps` })
    .refine((names) => new Set(names).size === names.length, { error: 'must name each goal type once' })
    .meta({ description: 'Keys of goal types, in the order in which a session achieves them.' }),
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
  })
  .refine(({ window, shift }) => window === undefined || shift === undefined, {
    path: ['shift'],
    error: 'cannot be given beside window; leave out one of the two',
  });

const sliceInput = <Groups extends z.ZodType>(groups: Groups) => ({
  totals: Measures.optional().meta({ description: 'The measures of the whole slice.' }),
  previous: PeriodInput.optional().meta({
    description: 'The same slice in the window before, or in another one.',
  }),
  series: parts(SeriesInput).optional(),
  funnel: parts(FunnelInput).optional(),
  by: parts(groups).optional(),
});

const groupsInput = <Name extends string, Groups extends z.ZodType>(
  names: readonly Name[],
  hasKey: (name: Name) => boolean,
  groups: Groups,
) =>
  z
    .strictObject({
      dimension: z.enum(names),
      metadataKey: text(255, 1).optional().meta({ description: 'The key, for a dimension of metadata.' }),
      orderBy: z
        .strictObject({
          measure: z
            .enum([...orderMeasures, 'key'])
            .optional()
            .meta({
              description:
                'The measure to order by, or the key; if absent the first measure that is asked for, and revenue where none is.',
            }),
          direction: z
            .enum(['asc', 'desc'])
            .default('desc')
            .meta({ description: 'Descending if absent, also for keys.' }),
        })
        .meta({ description: 'The order of groups.' })
        .prefault({}),
      first: z
        .int(hint('must be a whole number'))
        .min(1, { error: 'must be at least 1' })
        .max(MAX_GROUPS, { error: `must be at most ${MAX_GROUPS}` })
        .default(DEFAULT_GROUPS)
        .meta({ description: 'How many groups; what remains is one group more, marked isOther.' }),
      ...sliceInput(groups),
    })
    .refine(({ dimension, metadataKey }) => !hasKey(dimension as Name) || metadataKey !== undefined, {
      path: ['metadataKey'],
      error: 'is required for a dimension of metadata',
    })
    .refine(({ dimension, metadataKey }) => hasKey(dimension as Name) || metadataKey === undefined, {
      path: ['metadataKey'],
      error: 'is for dimensions of metadata alone; leave it out',
    });

/** A question by these dimensions. */
export function analyticsInputOf<Name extends string, Filter extends z.ZodType>(
  names: readonly Name[],
  hasKey: (name: Name) => boolean,
  filter: Filter,
) {
  const groups = <Groups extends z.ZodType>(inner: Groups) => groupsInput(names, hasKey, inner);
  return z
    .strictObject({
      window: Window,
      timeZone: TimeZone,
      weekStart: z.enum(weekdays).default('monday'),
      where: filter.optional(),
      plan: z.boolean().optional().meta({
        description: 'Whether to return the query plan. Requires the scope analytics:explain.',
      }),
      ...sliceInput(groups(groups(groups(z.never({ error: 'must nest groups at most 3 deep' }))))),
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

export type SliceInput = Omit<z.output<z.ZodObject<ReturnType<typeof sliceInput<z.ZodNever>>>>, 'by'> & {
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
    goalKey: z.string(),
    sessions: CountOut.meta({
      description: 'Sessions that achieved this goal, at or after the goals of all steps before it.',
    }),
    conversion: Ratio.nullable().meta({ description: 'The part of the sessions of the first step.' }),
  })
  .meta({ description: 'A step of a funnel.' });

const Period = z.object({
  window: z.object({ from: InstantOut, to: InstantOut }).meta({ description: 'A span of time.' }),
  totals: Totals.optional(),
  series: z.record(z.string(), z.array(Bucket)).optional(),
});

const slice = <Group extends z.ZodType>(group: Group) => ({
  totals: Totals.optional(),
  previous: Period.optional(),
  series: z.record(z.string(), z.array(Bucket)).optional(),
  funnel: z.record(z.string(), z.array(FunnelStep)).optional(),
  by: z.record(z.string(), z.array(group)).optional(),
});

const group = <Inner extends z.ZodType>(inner: Inner) =>
  z.object({
    key: z.string().nullable().meta({
      description: 'Null for the records without the dimension, and for what remains.',
    }),
    label: z.string().nullable().meta({ description: 'The name for people; the key if there is none.' }),
    isOther: z.boolean().meta({ description: 'Whether it is what remains beside the first groups.' }),
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
export type Period = z.output<typeof Period>;
export type PlanStep = z.output<typeof PlanStep>;
export type Analytics = z.output<typeof Analytics>;

export type Slice = Omit<z.output<z.ZodObject<ReturnType<typeof slice<z.ZodNever>>>>, 'by'> & {
  by?: Record<string, Group[]> | undefined;
};
export type Group = { key: string | null; label: string | null; isOther: boolean } & Slice;
