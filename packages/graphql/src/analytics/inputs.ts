import { inputType } from '../mount/input-type.ts';
import { GroupOrder, SliceFilter, Window } from './contract.ts';
import './enums.ts';

export const WindowInput = inputType('AnalyticsWindowInput', Window);

inputType('ValueFilter', SliceFilter.shape.agent.unwrap());
inputType('MetadataFilter', SliceFilter.shape.metadata.unwrap().element);
inputType('AmountRange', SliceFilter.shape.amount.unwrap());
export const SliceFilterInput = inputType('SliceFilter', SliceFilter);

export const GroupOrderInput = inputType('GroupOrder', GroupOrder);
