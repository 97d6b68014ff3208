import { type RecordKind, recordKindNames } from '../kinds/record-kinds.ts';
import type { Dimension } from '../where/filters.ts';

/** The kinds of records that can have each dimension. */
export const kindsWith: Readonly<Record<Dimension, readonly RecordKind[]>> = {
  agent: recordKindNames,
  customer: recordKindNames,
  session: recordKindNames,
  agentMetadata: recordKindNames,
  customerMetadata: recordKindNames,
  goalType: ['revenues', 'outcomes', 'goals'],
  tool: ['revenues', 'outcomes', 'events'],
  source: ['revenues'],
  eventType: ['events'],
  model: ['events'],
  provider: ['events'],
  metadata: ['goals', 'events'],
};
