import { type Model, measures } from '@outturn/service';
import type { Draft } from '../mount/schema-builder.ts';
import { zodEnum } from '../mount/zod-enum.ts';
import type { SliceSchemas } from './slice-schemas.ts';

export function sliceEnums(
  draft: Draft,
  { GroupOrder, GroupsInput, PeriodInput, Weekday, Window }: SliceSchemas,
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

  const GroupMeasure = zodEnum(draft, 'GroupMeasure', GroupOrder.shape.measure.unwrap(), {
    description: 'The measures to order groups by. Shares have the order of their amounts.',
    describe: (name) => describe(measures, name) ?? 'By the key of the group.',
  });

  const SortDirection = zodEnum(draft, 'SortDirection', GroupOrder.shape.direction.unwrap(), {
    description: 'An order.',
  });
  return { TimeStep, PeriodShift, WeekdayEnum, DimensionEnum, GroupMeasure, SortDirection };
}

function describe(
  table: Readonly<Record<string, { description: string }>>,
  name: string,
): string | undefined {
  return table[name]?.description;
}
