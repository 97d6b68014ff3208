import { type Analytics, operations } from '@outturn/service';
import type { ObjectType } from '../mount/object-type.ts';
import type { Draft } from '../mount/schema-builder.ts';
import type { SliceParts } from './slice-types.ts';

const { shape } = operations.analytics.slice.input;

export function sliceArguments(
  { builder }: Draft,
  { WindowInput, WeekdayEnum, SliceFilterInput }: SliceParts,
) {
  return builder.args((t) => ({
    window: t.field({
      type: WindowInput,
      required: true,
      description: 'The records that count, by their time.',
    }),
    timeZone: t.string({ description: shape.timeZone.description }),
    weekStart: t.field({ type: WeekdayEnum, description: 'The day that weeks start on; Monday if absent.' }),
    where: t.field({ type: SliceFilterInput, description: 'Which of them; all if absent.' }),
  }));
}

export type AnalyticsParts = { type: ObjectType<Analytics>; args: ReturnType<typeof sliceArguments> };
