import { inputType } from '../mount/input-type.ts';
import type { Draft } from '../mount/schema-builder.ts';
import type { SliceSchemas } from './slice-schemas.ts';

/** Needs the enums. */
export function sliceInputs(draft: Draft, { GroupOrder, GroupsInput, SliceFilter, Window }: SliceSchemas) {
  inputType(draft, 'SpreadOrder', GroupOrder.shape.spread.unwrap());
  inputType(draft, 'ValueFilter', SliceFilter.shape.agent.unwrap());
  inputType(draft, 'MetadataFilter', SliceFilter.shape.metadata.unwrap().element);
  inputType(draft, 'AmountRange', SliceFilter.shape.amount.unwrap());
  return {
    WindowInput: inputType(draft, 'AnalyticsWindowInput', Window),
    SliceFilterInput: inputType(draft, 'SliceFilter', SliceFilter),
    HavingInput: inputType(draft, 'Having', GroupsInput.shape.having.unwrap()),
    GroupOrderInput: inputType(draft, 'GroupOrder', GroupOrder),
  };
}
