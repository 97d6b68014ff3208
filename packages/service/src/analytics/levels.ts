import type { DimensionRef } from './conditions.ts';

/** The groups that a level of a path was found to have. Indexes tell groups apart across all parents. */
export type Level = {
  ref: DimensionRef;
  members: readonly { parent: number; key: string; index: number }[];
  others: readonly { parent: number; index: number }[];
};
