import type { Analytics, Comparison, Group, Period, Slice } from '@outturn/service';
import { type ObjectType, objectType } from '../mount/object-type.ts';
import type { Draft } from '../mount/schema-builder.ts';
import { partNameAt } from './part-name.ts';
import type { sliceEnums } from './slice-enums.ts';
import type { sliceInputs } from './slice-inputs.ts';
import type { SliceSchemas } from './slice-schemas.ts';

const totalsDescription = 'The measures of the whole slice.';
const seriesDescription = 'The slice over time, in buckets without gaps.';

export type SliceParts = ReturnType<typeof sliceEnums> & ReturnType<typeof sliceInputs>;

/**
 * The root resolver asks for the whole answer at once, and fields below pick their part. Resolved field by field, a
 * chart would take one statement for each point (decision 004).
 */
export function analyticsType(
  draft: Draft,
  parts: SliceParts,
  { FunnelInput, GroupCountInput, GroupsInput, PeriodInput, SeriesInput, SpreadInput, Shown }: SliceSchemas,
): ObjectType<Analytics> {
  const { DimensionEnum, TimeStep, PeriodShift, GroupOrderInput, HavingInput, WindowInput } = parts;
  const { first, offset, having } = GroupsInput.shape;
  const TotalsType = objectType(draft, 'Totals', Shown.totals, { hasOnlySelected: true });
  const BucketType = objectType(draft, 'Bucket', Shown.bucket);
  const FunnelStepType = objectType(draft, 'FunnelStep', Shown.funnelStep);
  const PeriodWindowType = objectType(draft, 'PeriodWindow', Shown.period.shape.window);
  const WindowType = objectType(draft, 'AnalyticsWindow', Shown.window);

  const RatiosType = objectType(draft, 'Ratios', Shown.ratios, { hasOnlySelected: true });
  const SpreadType = objectType(draft, 'Spread', Shown.spread);

  const change = {
    type: TotalsType,
    description: Shown.period.shape.change.description,
    resolve: (compared: Comparison) => answered(compared.change),
  };
  const ratio = {
    type: RatiosType,
    description: Shown.period.shape.ratio.description,
    resolve: (compared: Comparison) => answered(compared.ratio),
  };

  const PeriodType = draft.builder.objectRef<Period>('Period').implement({
    description: 'A slice in the window to compare with.',
    fields: (t) => ({
      window: t.expose('window', { type: PeriodWindowType, description: 'The window of these figures.' }),
      totals: t.field({
        type: TotalsType,
        description: totalsDescription,
        resolve: ({ totals }) => answered(totals),
      }),
      series: t.field({
        type: [BucketType],
        description: seriesDescription,
        args: {
          every: t.arg({ type: TimeStep, required: true, description: SeriesInput.shape.every.description }),
        },
        resolve: ({ series }, _, __, { path }) =>
          answered(series?.[partNameAt(path, { isInPrevious: true })]),
      }),
      change: t.field(change),
      ratio: t.field(ratio),
    }),
  });

  const WholeType = draft.builder.objectRef<Comparison>('Whole').implement({
    description: 'The slice that a group is of.',
    fields: (t) => ({
      change: t.field(change),
      ratio: t.field(ratio),
    }),
  });

  const GroupRef = draft.builder.objectRef<Group>('Group');

  const SliceType = draft.builder.interfaceRef<Slice>('Slice').implement({
    description: 'A set of records: those of a window, as filtered, or one group of them.',
    fields: (t) => ({
      totals: t.field({
        type: TotalsType,
        description: totalsDescription,
        resolve: ({ totals }) => answered(totals),
      }),
      previous: t.field({
        type: PeriodType,
        description: 'The same slice in the window before, or in another one.',
        args: {
          window: t.arg({ type: WindowInput, description: PeriodInput.shape.window.description }),
          shift: t.arg({ type: PeriodShift, description: PeriodInput.shape.shift.description }),
        },
        resolve: ({ previous }) => answered(previous),
      }),
      series: t.field({
        type: [BucketType],
        description: seriesDescription,
        args: {
          every: t.arg({ type: TimeStep, required: true, description: SeriesInput.shape.every.description }),
        },
        resolve: ({ series }, _, __, { path }) => answered(series?.[partNameAt(path)]),
      }),
      by: t.field({
        type: [GroupRef],
        description: 'The slice in groups, each of which is a slice again. They add up to the whole.',
        args: {
          dimension: t.arg({
            type: DimensionEnum,
            required: true,
            description: 'The dimension to group by.',
          }),
          metadataKey: t.arg.string({ description: GroupsInput.shape.metadataKey.description }),
          orderBy: t.arg({
            type: GroupOrderInput,
            description: 'By the first measure that is asked for, the largest first, if absent.',
          }),
          first: t.arg.int({ description: `${first.description} ${first.parse(undefined)} if absent.` }),
          offset: t.arg.int({ description: offset.description }),
          having: t.arg({ type: HavingInput, description: having.description }),
        },
        resolve: ({ by }, _, __, { path }) => answered(by?.[partNameAt(path)]),
      }),
      funnel: t.field({
        type: [FunnelStepType],
        description: 'How many sessions achieved goals one after another.',
        args: {
          start: t.arg({ type: parts.FunnelStart, description: FunnelInput.shape.start.description }),
          steps: t.arg.stringList({ required: true, description: FunnelInput.shape.steps.description }),
        },
        resolve: ({ funnel }, _, __, { path }) => answered(funnel?.[partNameAt(path)]),
      }),
      spread: t.field({
        type: SpreadType,
        nullable: true,
        description:
          'How values are distributed, such as the cost of sessions: smallest, largest, mean and percentiles. Null without values.',
        args: {
          of: t.arg({ type: parts.SpreadOf, required: true, description: SpreadInput.shape.of.description }),
          per: t.arg({
            type: parts.SpreadPer,
            required: true,
            description: SpreadInput.shape.per.description,
          }),
        },
        resolve: ({ spread }, _, __, { path }) => answered(spread?.[partNameAt(path)]),
      }),
      groupCount: t.field({
        type: 'Count',
        description: 'How many groups the slice has by a dimension.',
        args: {
          dimension: t.arg({
            type: DimensionEnum,
            required: true,
            description: 'The dimension to group by.',
          }),
          metadataKey: t.arg.string({ description: GroupsInput.shape.metadataKey.description }),
          having: t.arg({ type: HavingInput, description: having.description }),
          measures: t.arg({ type: [parts.Measure], description: GroupCountInput.shape.measures.description }),
        },
        resolve: ({ groupCount }, _, __, { path }) => answered(groupCount?.[partNameAt(path)]),
      }),
    }),
  });

  GroupRef.implement({
    description: 'One group of a slice.',
    interfaces: [SliceType],
    fields: (t) => ({
      key: t.exposeString('key', { nullable: true, description: Shown.group.shape.key.description }),
      label: t.exposeString('label', { nullable: true, description: Shown.group.shape.label.description }),
      isOther: t.exposeBoolean('isOther', { description: Shown.group.shape.isOther.description }),
      whole: t.field({
        type: WholeType,
        description: Shown.group.shape.whole.description,
        resolve: ({ whole }) => answered(whole),
      }),
    }),
  });

  const AnalyticsType = draft.builder.objectRef<Analytics>('Analytics').implement({
    description: 'The slice of all records of a window, as filtered.',
    interfaces: [SliceType],
    fields: (t) => ({
      window: t.expose('window', { type: WindowType, description: 'The window, as it was understood.' }),
    }),
  });
  return AnalyticsType;
}

function answered<Part>(part: Part | undefined): Part {
  if (part !== undefined) return part;
  throw new Error('analytics.slice left out a part that it was asked for');
}

export function sliceArguments(
  { builder }: Draft,
  { WindowInput, WeekdayEnum, SliceFilterInput }: SliceParts,
  ofTimeZone: string | undefined,
) {
  return builder.args((t) => ({
    window: t.field({
      type: WindowInput,
      required: true,
      description: 'The records that count, by their time.',
    }),
    timeZone: t.string({ description: ofTimeZone }),
    weekStart: t.field({ type: WeekdayEnum, description: 'The day that weeks start on; Monday if absent.' }),
    where: t.field({ type: SliceFilterInput, description: 'Which of them; all if absent.' }),
  }));
}

export type AnalyticsParts = {
  type: ObjectType<Analytics>;
  args: ReturnType<typeof sliceArguments>;
  Measure: SliceParts['Measure'];
};
