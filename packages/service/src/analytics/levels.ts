import type { DimensionRef } from './slice-conditions.ts';

/** The groups found at one level of a path. An index is unique across parents. */
export type Level = {
  ref: DimensionRef;
  members: readonly { parent: number; key: string; index: number }[];
  others: readonly { parent: number; index: number }[];
};
