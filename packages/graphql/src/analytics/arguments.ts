import { operations } from '@outturn/service';
import { builder } from '../builder.ts';
import { WeekdayEnum } from './enums.ts';
import { SliceFilterInput, WindowInput } from './inputs.ts';

const { shape } = operations.analytics.slice.input;

/** What every question about a slice takes: which records it is made of, and the calendar that they are counted in. */
export const sliceArguments = () =>
  builder.args((t) => ({
    window: t.field({
      type: WindowInput,
      required: true,
      description: 'The records that count, by their time.',
    }),
    timeZone: t.string({ description: shape.timeZone.description }),
    weekStart: t.field({ type: WeekdayEnum, description: 'The day that weeks start on; Monday if absent.' }),
    where: t.field({ type: SliceFilterInput, description: 'Which of them; all if absent.' }),
  }));
