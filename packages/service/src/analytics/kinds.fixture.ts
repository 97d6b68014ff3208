import { dimensions } from '../catalogue/dimensions.ts';
import { KindRegistry } from '../kinds/kind-registry.ts';
import { recordKinds } from '../records/record-kinds.ts';
import { defineSlice } from './define-slice.ts';

export const registry = new KindRegistry(recordKinds);
const { slice, dimensions: known } = defineSlice(dimensions);
export const { input: AnalyticsInput } = slice;
export const { of: dimension } = known;
