import type { AnyDimension } from '../catalogue/definition/define-dimension.ts';
import { rowById } from '../database/lookup-sql.ts';
import { columnOfDimension } from '../kinds/record-dimensions.ts';
import type { RecordKind } from '../kinds/record-kind.ts';

/** The value of a dimension in a row `r`. */
export type DimensionSql = {
  /** Looks up what the row references. */
  sql: string;
  /** If it is the value of a row that this one references: SQL of its id, and of the value in that row, `t`. */
  referenced?: { table: string; id: string; select: string };
  /** If it is read from JSON: SQL of the JSON, whose {@link jsonText} it is. */
  json?: string;
};

export type SliceDimension = {
  name: string;
  description: string;
  /** Holds the ids; without it, values are texts. */
  table?: string;
  hasKey?: true;
  /** The rollups that can answer it, and its value in one of their rows; absent for a dimension that only records have. */
  rollup?: { cut: 'agent' | 'customer'; sql: (metadataKey: string) => DimensionSql };
  /** Its value in a record; undefined for kinds without the dimension. */
  recordSql: (kind: RecordKind, metadataKey: string) => DimensionSql | undefined;
};

/** SQL of the text of JSON. The order of keys in an object does not count. */
export function jsonText(json: string): string {
  return `(case when json_typeof(${json}) in ('object', 'array') then (${json})::jsonb::text else (${json}) #>> '{}' end)`;
}

const idOf = (kind: RecordKind, table: string) => {
  const name = columnOfDimension(kind, table);
  return name && `r.${name}`;
};
/** A column of records of these kinds: in other kinds, the same name may say something else. */
const column =
  (name: string, ...kinds: string[]) =>
  (kind: RecordKind): DimensionSql | undefined =>
    kinds.includes(kind.name) ? { sql: `r.${name}` } : undefined;
const metadataOfRecord = (kind: RecordKind, key: string): DimensionSql | undefined => {
  const json = `r.metadata -> ${key}`;
  return kind.columnNames.metadata === undefined ? undefined : { sql: jsonText(json), json };
};
/** A value of the row with this id, whose SQL on that row is `select`. */
const ofRow = (table: string, id: string, select: string): DimensionSql => ({
  sql: `(${rowById(table, id, select)})`,
  referenced: { table, id, select },
});
/** A column of the record that `r` references. */
const ofReferenced = ({ references }: RecordKind, table: string, select: string) => {
  const [name] = Object.entries(references).find(([, target]) => target === table) ?? [];
  return name && ofRow(table, `r.${name}`, select);
};
const metadataOf = (table: string, id: string, key: string) =>
  ofRow(table, id, jsonText(`t.metadata -> ${key}`));

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
    description: 'A key in the metadata of records.',
    hasKey: true,
    recordSql: metadataOfRecord,
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

export function byKey({
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
    ...(cut && { rollup: { cut, sql: () => ({ sql: 'r.key' }) } }),
    recordSql: (kind) => {
      const id = idOf(kind, table);
      if (id) return { sql: id };
      return through === undefined ? undefined : ofReferenced(kind, through, `t.${column}`) || undefined;
    },
  };
}

/** A key in the metadata of the members whose records rollups sum. */
function byMetadata({ singular, table, cut }: AnyDimension): SliceDimension {
  return {
    name: `${singular}Metadata`,
    description: `A key in the ${singular}'s metadata. Answered from rollups.`,
    hasKey: true,
    ...(cut && { rollup: { cut, sql: (key) => metadataOf(table, 'r.key', key) } }),
    recordSql: (kind, key) => {
      const id = idOf(kind, table);
      return id ? metadataOf(table, id, key) : undefined;
    },
  };
}
