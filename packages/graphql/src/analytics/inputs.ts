import { sliceDimensions } from '@outturn/service';
import { z } from 'zod';
import { builder } from '../builder.ts';
import type { FieldScalars } from '../mount/field-scalars.ts';
import { inputType } from '../mount/input-type.ts';
import { GroupOrder, SliceFilter, Window } from './contract.ts';
import { GroupMeasure, SortDirection } from './enums.ts';

export const WindowInput = inputType('AnalyticsWindowInput', Window, {
  description: 'A span of time: whole local days, or from one instant to another.',
  fields: { from: 'DayOrInstant', to: 'DayOrInstant' },
});

const Values = SliceFilter.shape.agent.unwrap();
const Amounts = SliceFilter.shape.amount.unwrap();
const valueFields: FieldScalars<z.input<typeof Values>> = {
  in: ['String'],
  notIn: ['String'],
  isNull: 'Boolean',
};
const amountFields: FieldScalars<z.input<typeof Amounts>> = {
  gte: 'Decimal',
  gt: 'Decimal',
  lte: 'Decimal',
  lt: 'Decimal',
};

const ValueFilter = inputType('ValueFilter', Values, {
  description: 'What a dimension must be; all that is given must hold.',
  fields: valueFields,
});

const MetadataFilter = inputType('MetadataFilter', SliceFilter.shape.metadata.unwrap().element, {
  description: 'What the value of a key in metadata must be; all that is given must hold.',
  fields: { key: 'String', ...valueFields },
});

const AmountRange = inputType('AmountRange', Amounts, {
  description: 'A range of amounts; all that is given must hold.',
  fields: amountFields,
});

export const SliceFilterInput = builder.inputType('SliceFilter', {
  description:
    'Which records a slice is made of; all that is given must hold. A record that lacks a dimension matches its `notIn` and `isNull: true`, never its `in`.',
  fields: (t) =>
    Object.fromEntries(
      Object.entries(SliceFilter.shape).map(([name, field]) => {
        const { description = dimensions[name]?.description } = field;
        if (field.unwrap() instanceof z.ZodArray)
          return [name, t.field({ type: [MetadataFilter], description })];
        return [name, t.field({ type: name === 'amount' ? AmountRange : ValueFilter, description })];
      }),
    ),
});

export const GroupOrderInput = builder.inputType('GroupOrder', {
  description: 'The order of groups.',
  fields: (t) => ({
    measure: t.field({ type: GroupMeasure, description: GroupOrder.shape.measure.description }),
    direction: t.field({ type: SortDirection, description: GroupOrder.shape.direction.description }),
  }),
});

const dimensions: Readonly<Record<string, { description: string }>> = sliceDimensions;
