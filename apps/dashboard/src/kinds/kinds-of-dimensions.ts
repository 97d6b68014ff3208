import type { Inputs } from '../api/client.ts';
import { type RecordKind, recordKindNames } from './record-kinds.ts';

type Dimension = NonNullable<Inputs['analytics']['slice']['by']>[string]['dimension'];

/** The kinds of records that can have each dimension of analytics. */
export const kindsHaving: Readonly<Record<Dimension, readonly RecordKind[]>> = {
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
  metadata: recordKindNames,
};
