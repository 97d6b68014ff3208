import { rowById } from '../database/single-row.ts';
import type { DimensionTable, RecordTable } from '../kinds/record-kind.ts';
import { facts, timeOf } from '../rollups/rollup-rows.ts';

/** What slices are grouped and filtered by. */
type SliceDimension = {
  description: string;
  /** The table that its ids are of; without one its values are texts. */
  table?: DimensionTable;
  /** It takes the name of a metadata key. */
  hasKey?: true;
  /** The rollups that know it, and what it is in terms of their key `x.key`. */
  cut?: { name: 'agent' | 'customer'; sql: (metadataKey: string) => string };
  /** What it is in terms of a record `r`; kinds of records that are missing here do not have it. */
  records: { readonly [Table in RecordTable]?: (metadataKey: string) => string };
};

const ofAll = (sql: (metadataKey: string) => string) => ({
  revenues: sql,
  outcomes: sql,
  goals: sql,
  events: sql,
});
const column = (name: string) => () => `r.${name}`;
/** What another row of the same developer says, named by an id. */
const lookUp = (...row: Parameters<typeof rowById>) => `(${rowById(...row)})`;
const metadataOf = (table: DimensionTable, id: string) => (key: string) =>
  lookUp(table, id, `t.metadata ->> ${key}`);

export const sliceDimensions = {
  agent: {
    description: 'The agent. Answered from rollups.',
    table: 'agents',
    cut: { name: 'agent', sql: () => 'x.key' },
    records: ofAll(column('agent_id')),
  },
  customer: {
    description: 'The customer. Answered from rollups.',
    table: 'customers',
    cut: { name: 'customer', sql: () => 'x.key' },
    records: ofAll(column('customer_id')),
  },
  goalType: {
    description: 'The type of the goal, also of the goal that brought a revenue or an outcome.',
    table: 'goal_types',
    records: {
      goals: column('goal_type_id'),
      outcomes: () => lookUp('goals', 'r.goal_id', 't.goal_type_id'),
      revenues: () => lookUp('goals', 'r.goal_id', 't.goal_type_id'),
    },
  },
  tool: {
    description: 'The tool of events and outcomes, also of the event that brought a revenue.',
    table: 'tools',
    records: {
      events: column('tool_id'),
      outcomes: column('tool_id'),
      revenues: () => lookUp('events', 'r.event_id', 't.tool_id'),
    },
  },
  source: { description: 'The source of revenues.', records: { revenues: column('source') } },
  session: { description: 'The session.', table: 'sessions', records: ofAll(column('session_id')) },
  eventType: { description: 'The type of events.', records: { events: column('type') } },
  model: { description: 'The model that events name.', records: { events: column('model') } },
  provider: { description: 'The provider that events name.', records: { events: column('provider') } },
  metadata: {
    description: 'A key in the metadata of goals and events.',
    hasKey: true,
    records: { goals: (key) => `r.metadata ->> ${key}`, events: (key) => `r.metadata ->> ${key}` },
  },
  agentMetadata: {
    description: "A key in the agent's metadata. Answered from rollups.",
    hasKey: true,
    cut: { name: 'agent', sql: metadataOf('agents', 'x.key') },
    records: ofAll(metadataOf('agents', 'r.agent_id')),
  },
  customerMetadata: {
    description: "A key in the customer's metadata. Answered from rollups.",
    hasKey: true,
    cut: { name: 'customer', sql: metadataOf('customers', 'x.key') },
    records: ofAll(metadataOf('customers', 'r.customer_id')),
  },
} as const satisfies Record<string, SliceDimension>;

export type DimensionName = keyof typeof sliceDimensions;

export const dimensionNames = Object.keys(sliceDimensions) as [DimensionName, ...DimensionName[]];

export function dimensionOf(name: DimensionName): SliceDimension {
  return sliceDimensions[name];
}

/** When each kind of record counts, and its amount. */
export const recordColumns = {
  revenues: { fact: facts.revenues, time: timeOf('revenues'), amount: 'r.amount' },
  outcomes: { fact: facts.outcomes, time: timeOf('outcomes'), amount: 'r.value' },
  goals: { fact: facts.goals, time: timeOf('goals'), amount: null },
  events: { fact: facts.events, time: timeOf('events'), amount: 'r.cost' },
} as const satisfies Record<RecordTable, { fact: number; time: string; amount: string | null }>;
