import { measures, sliceDimensions } from '@outturn/service';
import { zodEnum } from '../mount/zod-enum.ts';
import { GroupOrder, GroupsInput, SeriesInput, Weekday } from './contract.ts';

export const TimeStep = zodEnum('TimeStep', SeriesInput.shape.every, {
  description: 'The length of a bucket. Days and longer ones are those of the calendar in the time zone.',
});

export const WeekdayEnum = zodEnum('Weekday', Weekday, { description: 'A day that weeks may start on.' });

export const DimensionEnum = zodEnum('Dimension', GroupsInput.shape.dimension, {
  description: 'What a slice is split by.',
  describe: (name) => describe(sliceDimensions, name),
});

export const GroupMeasure = zodEnum('GroupMeasure', GroupOrder.shape.measure.unwrap(), {
  description: 'What groups are ordered by. Shares order like what they are shares of.',
  describe: (name) => describe(measures, name) ?? 'By the key of the group.',
});

export const SortDirection = zodEnum('SortDirection', GroupOrder.shape.direction.unwrap(), {
  description: 'An order.',
});

function describe(
  table: Readonly<Record<string, { description: string }>>,
  name: string,
): string | undefined {
  return table[name]?.description;
}
