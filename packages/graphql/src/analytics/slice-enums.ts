import { type Model, measures, spreadFigures, spreadUnits, spreadValues } from '@outturn/service';
import type { Draft } from '../mount/schema-builder.ts';
import { zodEnum } from '../mount/zod-enum.ts';
import type { SliceSchemas } from './slice-schemas.ts';

export function sliceEnums(
  draft: Draft,
  {
    FunnelInput,
    GroupCountInput,
    GroupOrder,
    GroupsInput,
    PeriodInput,
    SpreadInput,
    Weekday,
    Window,
  }: SliceSchemas,
  dimensions: Model['analytics']['dimensions'],
) {
  const TimeStep = zodEnum(draft, 'TimeStep', Window.shape.unit.unwrap(), {
    description:
      'The length of a bucket, or a unit of a window. Days and longer ones are those of the calendar in the time zone.',
  });

  const PeriodShift = zodEnum(draft, 'PeriodShift', PeriodInput.shape.shift.unwrap(), {
    description: 'How far back the window to compare with lies, where it is not the window before.',
  });

  const WeekdayEnum = zodEnum(draft, 'Weekday', Weekday, { description: 'A day that weeks may start on.' });

  const DimensionEnum = zodEnum(draft, 'Dimension', GroupsInput.shape.dimension, {
    description: 'The dimensions to group by.',
    describe: (name) => dimensions.get(name)?.description,
  });

  const Measure = zodEnum(draft, 'Measure', GroupCountInput.shape.measures.unwrap().element, {
    description: 'The measures of a slice.',
    describe: (name) => describe(measures, name),
  });

  const GroupMeasure = zodEnum(draft, 'GroupMeasure', GroupOrder.shape.measure.unwrap(), {
    description: 'The measures to order groups by. Shares have the order of their amounts.',
    describe: (name) => describe(measures, name) ?? 'By the key of the group.',
  });

  zodEnum(draft, 'GroupOrderBy', GroupOrder.shape.by.unwrap(), {
    description: 'What of a measure orders groups: its value, or its difference to the window before.',
  });

  const SpreadOf = zodEnum(draft, 'SpreadOf', SpreadInput.shape.of, {
    description: 'What the values of a spread are.',
    describe: (name) => describe(spreadValues, name),
  });

  const SpreadPer = zodEnum(draft, 'SpreadPer', SpreadInput.shape.per, {
    description: 'What has a value in a spread.',
    describe: (name) => describe(spreadUnits, name),
  });

  zodEnum(draft, 'SpreadFigure', GroupOrder.shape.spread.unwrap().shape.figure, {
    description: 'The figures of a spread.',
    describe: (name) => describe(spreadFigures, name),
  });

  const FunnelStart = zodEnum(draft, 'FunnelStart', FunnelInput.shape.start.unwrap(), {
    description: 'What a funnel may begin with, where it is no goal type.',
  });

  const SortDirection = zodEnum(draft, 'SortDirection', GroupOrder.shape.direction.unwrap(), {
    description: 'An order.',
  });
  return {
    TimeStep,
    PeriodShift,
    WeekdayEnum,
    DimensionEnum,
    Measure,
    GroupMeasure,
    SpreadOf,
    SpreadPer,
    FunnelStart,
    SortDirection,
  };
}

function describe(
  table: Readonly<Record<string, { description: string }>>,
  name: string,
): string | undefined {
  return table[name]?.description;
}
