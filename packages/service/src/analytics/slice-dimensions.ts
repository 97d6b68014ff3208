import { rowById } from '../database/lookup-sql.ts';
import { agent, columnOfDimension, customer, goalType, session, tool } from '../kinds/record-dimensions.ts';
import type { RecordKind } from '../kinds/record-kind.ts';

type SliceDimension = {
  description: string;
  /** Holds the ids; without it, values are texts. */
  table?: string;
  hasKey?: true;
  /** `sql` uses the rollup's key `x.key`. */
  cut?: { name: 'agent' | 'customer'; sql: (metadataKey: string) => string };
  /** SQL on record `r`; undefined for kinds without the dimension. */
  records: (kind: RecordKind, metadataKey: string) => string | undefined;
};

const idOf = (kind: RecordKind, table: string) => {
  const name = columnOfDimension(kind, table);
  return name && `r.${name}`;
};
/** A column of records of these kinds: in other kinds, the same name may say something else. */
const column =
  (name: string, ...kinds: string[]) =>
  (kind: RecordKind) =>
    kinds.includes(kind.name) ? `r.${name}` : undefined;
const metadata = column('metadata', 'goals', 'events');
/** The order of keys in an object does not count. */
const metadataText = (from: string, key: string) =>
  `(case when json_typeof(${from} -> ${key}) in ('object', 'array') then (${from} -> ${key})::jsonb::text else ${from} ->> ${key} end)`;
const lookUp = (...row: Parameters<typeof rowById>) => `(${rowById(...row)})`;
/** A column of the record that `r` references. */
const ofReferenced = ({ references }: RecordKind, table: string, select: string) => {
  const [name] = Object.entries(references).find(([, target]) => target === table) ?? [];
  return name && lookUp(table, `r.${name}`, select);
};
const metadataOf = (table: string, id: string, key: string) =>
  lookUp(table, id, metadataText('t.metadata', key));
const metadataOfMember = (table: string) => (kind: RecordKind, key: string) => {
  const id = idOf(kind, table);
  return id && metadataOf(table, id, key);
};

export const sliceDimensions = {
  agent: {
    description: 'The agent. Answered from rollups.',
    table: agent.table,
    cut: { name: 'agent', sql: () => 'x.key' },
    records: (kind) => idOf(kind, agent.table),
  },
  customer: {
    description: 'The customer. Answered from rollups.',
    table: customer.table,
    cut: { name: 'customer', sql: () => 'x.key' },
    records: (kind) => idOf(kind, customer.table),
  },
  goalType: {
    description: 'The type of the goal, also of the goal that brought a revenue or an outcome.',
    table: goalType.table,
    records: (kind) => idOf(kind, goalType.table) ?? ofReferenced(kind, 'goals', 't.goal_type_id'),
  },
  tool: {
    description: 'The tool of events and outcomes, also of the event that brought a revenue.',
    table: tool.table,
    records: (kind) => idOf(kind, tool.table) ?? ofReferenced(kind, 'events', 't.tool_id'),
  },
  source: { description: 'The source of revenues.', records: column('source', 'revenues') },
  session: {
    description: 'The session.',
    table: session.table,
    records: (kind) => idOf(kind, session.table),
  },
  eventType: { description: 'The type of events.', records: column('type', 'events') },
  model: { description: 'The model that events name.', records: column('model', 'events') },
  provider: { description: 'The provider that events name.', records: column('provider', 'events') },
  metadata: {
    description: 'A key in the metadata of goals and events.',
    hasKey: true,
    records: (kind, key) => metadata(kind) && metadataText('r.metadata', key),
  },
  agentMetadata: {
    description: "A key in the agent's metadata. Answered from rollups.",
    hasKey: true,
    cut: { name: 'agent', sql: (key) => metadataOf(agent.table, 'x.key', key) },
    records: metadataOfMember(agent.table),
  },
  customerMetadata: {
    description: "A key in the customer's metadata. Answered from rollups.",
    hasKey: true,
    cut: { name: 'customer', sql: (key) => metadataOf(customer.table, 'x.key', key) },
    records: metadataOfMember(customer.table),
  },
} as const satisfies Record<string, SliceDimension>;

export type DimensionName = keyof typeof sliceDimensions;

export const dimensionNames = Object.keys(sliceDimensions) as [DimensionName, ...DimensionName[]];

export function dimensionOf(name: DimensionName): SliceDimension {
  return sliceDimensions[name];
}
