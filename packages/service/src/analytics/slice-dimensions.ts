import type { AnyDimension } from '../catalogue/definition/define-dimension.ts';
import { rowById } from '../database/lookup-sql.ts';
import { columnOfDimension } from '../kinds/record-dimensions.ts';
import type { RecordKind } from '../kinds/record-kind.ts';

export type SliceDimension = {
  name: string;
  description: string;
  /** Holds the ids; without it, values are texts. */
  table?: string;
  hasKey?: true;
  /**
   * The rollups that can answer it, and its SQL on their key `x.key`; absent for a dimension that only records have.
   */
  rollup?: { cut: 'agent' | 'customer'; sql: (metadataKey: string) => string };
  /** SQL on record `r`; undefined for kinds without the dimension. */
  recordSql: (kind: RecordKind, metadataKey: string) => string | undefined;
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

type Named<Name extends string = string> = Omit<SliceDimension, 'name'> & { name: Name };

/** Texts of records, which are members of no dimension. */
const texts = [
  { name: 'source', description: 'The source of revenues.', recordSql: column('source', 'revenues') },
  { name: 'eventType', description: 'The type of events.', recordSql: column('type', 'events') },
  { name: 'model', description: 'The model that events name.', recordSql: column('model', 'events') },
  {
    name: 'provider',
    description: 'The provider that events name.',
    recordSql: column('provider', 'events'),
  },
] as const satisfies Named[];

const keyed = [
  {
    name: 'metadata',
    description: 'A key in the metadata of goals and events.',
    hasKey: true,
    recordSql: (kind: RecordKind, key: string) => metadata(kind) && metadataText('r.metadata', key),
  },
] as const satisfies Named[];

type InRollups<Dimensions extends readonly AnyDimension[]> = Extract<Dimensions[number], { cut: string }>;

/** Slice dimensions whose values are keys of members, or texts. */
type PlainName<Dimensions extends readonly AnyDimension[]> =
  | Dimensions[number]['singular']
  | (typeof texts)[number]['name'];
/** Slice dimensions whose values are in metadata, under a key. */
type MetadataName<Dimensions extends readonly AnyDimension[]> =
  | (typeof keyed)[number]['name']
  | `${InRollups<Dimensions>['singular']}Metadata`;

/** Slices group by these and filter on them: every dimension, and texts and metadata of records. */
export function sliceDimensionsOf<const Dimensions extends readonly AnyDimension[]>(dimensions: Dimensions) {
  const plain: SliceDimension[] = [...dimensions.map(byKey), ...texts];
  const metadata: SliceDimension[] = [
    ...keyed,
    ...dimensions.flatMap((one) => (one.cut ? [byMetadata(one)] : [])),
  ];
  const all = new Map([...plain, ...metadata].map((one) => [one.name, one]));
  return {
    all,
    // A loop erases the names, which the types state.
    plain: plain as Named<PlainName<Dimensions>>[],
    metadata: metadata as Named<MetadataName<Dimensions>>[],
    /** For a name in validated input. */
    of(name: string): SliceDimension {
      const one = all.get(name);
      if (!one) throw new Error(`There is no dimension ${name}.`);
      return one;
    },
  };
}

export type SliceDimensions = Pick<ReturnType<typeof sliceDimensionsOf>, 'of'>;

function byKey({
  singular: name,
  table,
  column,
  cut,
  slice: { description, through },
}: AnyDimension): SliceDimension {
  return {
    name,
    description,
    table,
    ...(cut && { rollup: { cut, sql: () => 'x.key' } }),
    recordSql: (kind) =>
      idOf(kind, table) ?? (through === undefined ? undefined : ofReferenced(kind, through, `t.${column}`)),
  };
}

/** A key in the metadata of the members whose records rollups sum. */
function byMetadata({ singular, table, cut }: AnyDimension): SliceDimension {
  return {
    name: `${singular}Metadata`,
    description: `A key in the ${singular}'s metadata. Answered from rollups.`,
    hasKey: true,
    ...(cut && { rollup: { cut, sql: (key) => metadataOf(table, 'x.key', key) } }),
    recordSql: metadataOfMember(table),
  };
}
