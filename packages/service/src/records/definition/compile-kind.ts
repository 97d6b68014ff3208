import type { EntitySchema } from '@mikro-orm/postgresql';
import { escaped, quoted } from '../../base/json-text.ts';
import { tableOfEntity } from '../../database/entity-columns.ts';
import type {
  Generates,
  LedgerColumn,
  LedgerDimension,
  LedgerKind,
  LedgerRecord,
  MemberRef,
  RecordRow,
} from '../../kinds/record-kind.ts';
import { isColumnType, valueForms } from './value-forms.ts';

/** What a kind is compiled from; see `defineRecordKind`. */
export type KindSource = {
  name: string;
  facts: LedgerKind['facts'];
  entity: EntitySchema;
  /** Names of the fields that callers send, of those that they see, in their order, and of the filters of lists. */
  sent: readonly string[];
  shown: readonly string[];
  filters: readonly string[];
  dimensions: readonly LedgerDimension[];
  time: string;
  amount: string | undefined;
  /** The prefix of keys that are generated from ids, for a kind whose records have keys of their own. */
  keyPrefix: string | undefined;
  references: Readonly<Record<string, string>>;
  defaults: Readonly<Record<string, () => string>>;
  generates: Generates | undefined;
};

/** A column of the kind's own, which is neither the record's identity nor a dimension. */
type OwnColumn = LedgerColumn & { property: string; isNullable: boolean };

/** Every record has these; the ledger writes them. */
const identity: ReadonlySet<string> = new Set(['developerId', 'id', 'createdAt']);
/** The property of a record's own key. */
const KEY = 'key';

/** Reads the columns off the entity, and compiles what encodes and renders records into closures. Throws for fields without one. */
export function compileKind(source: KindSource): LedgerKind {
  const table = tableOfEntity(source.entity);
  const fail = (what: string) => new Error(`The kind of records ${source.name} ${what}.`);
  const dimensionColumns = new Set(source.dimensions.map(({ column }) => column));
  for (const column of dimensionColumns)
    if (!table.columns.some(({ name }) => name === column)) throw fail(`has no column ${column}`);
  const columns = table.columns
    .filter(({ property, name }) => !identity.has(property) && !dimensionColumns.has(name))
    .map(({ type, ...column }): OwnColumn => {
      if (!isColumnType(type)) throw fail(`has the column ${column.name} of the unknown type ${type}`);
      return { ...column, type };
    });
  const columnOf = (property: string) => {
    const column = columns.find((one) => one.property === property);
    if (!column) throw fail(`has no column for ${property}`);
    return column;
  };
  const { keyPrefix, amount } = source;
  return {
    name: source.name,
    table: table.name,
    facts: source.facts,
    columns: columns.map(({ name, type }) => ({ name, type })),
    columnNames: Object.fromEntries(table.columns.map(({ property, name }) => [property, name])),
    dimensions: source.dimensions,
    time: { column: columnOf(source.time).name, field: source.time },
    amount:
      amount === undefined
        ? undefined
        : { column: columnOf(amount).name, isNullable: columnOf(amount).isNullable },
    filters: Object.fromEntries(
      source.filters
        .filter((filter) => !isOfList(source, filter))
        .map((filter) => [filter, columnOf(filter).name]),
    ),
    references: Object.fromEntries(
      Object.entries(source.references).map(([property, target]) => [columnOf(property).name, target]),
    ),
    idOfGeneratedKey: keyPrefix === undefined ? undefined : compileKeyReader(keyPrefix),
    generates: source.generates,
    toRecord: compileEncoder(source, columns),
    render: compileRenderer(source, columns),
  };
}

/** Filters that every list has by the dimensions and the time of its kind. */
function isOfList({ dimensions, time }: KindSource, filter: string): boolean {
  const base = time.replace(/At$/, '');
  return (
    filter === `${base}From` ||
    filter === `${base}To` ||
    dimensions.some(({ field }) => filter === `${field}Key` || filter === `${field}Id`)
  );
}

type Input = Readonly<Record<string, unknown>>;

function compileEncoder(source: KindSource, columns: readonly OwnColumn[]): LedgerKind['toRecord'] {
  const encoders = columns.map(({ property, type }) => {
    const { encode } = valueForms[type];
    const otherwise = source.defaults[property];
    return (input: Input): string | null => {
      const value = input[property];
      return value == null ? (otherwise?.() ?? null) : encode(value);
    };
  });
  const members = source.dimensions.map(({ field }) => {
    const [key, id] = [`${field}Key`, `${field}Id`];
    const takesId = source.sent.includes(id);
    return (input: Input) => refTo(input[key], takesId ? input[id] : undefined, id);
  });
  const references = Object.entries(source.references);
  const hasKey = source.keyPrefix !== undefined;
  // Validated by the schema of the kind, whose fields these are.
  return (valid): LedgerRecord => {
    const input = valid as Input;
    return {
      values: encoders.map((encode) => encode(input)),
      dimensions: members.map((member) => member(input)),
      naturalKey: hasKey ? ((input[KEY] as string | null | undefined) ?? undefined) : undefined,
      references: references.flatMap(([field, table]) => {
        const id = input[field];
        return id == null ? [] : [{ table, id: id as string, field }];
      }),
    };
  };
}

function refTo(key: unknown, id: unknown, field: string): MemberRef {
  if (key != null) return { key: key as string };
  return id == null ? null : { id: id as string, field };
}

type Show = (row: RecordRow) => string;

/** One closure per field, in the order of the output schema. */
function compileRenderer(source: KindSource, columns: readonly OwnColumn[]): LedgerKind['render'] {
  const parts = source.shown.map((field, i) => {
    const before = `${i === 0 ? '{' : ','}"${field}":`;
    const show = showField(source, columns, field);
    return (row: RecordRow) => before + show(row);
  });
  return (row) => {
    let text = '';
    for (const part of parts) text += part(row);
    return `${text}}`;
  };
}

function showField(source: KindSource, columns: readonly OwnColumn[], field: string): Show {
  if (field === 'id') return ({ id }) => `"${id}"`;
  // Records never change, so that they were last updated when they were created.
  if (field === 'createdAt' || field === 'updatedAt') return ({ createdAt }) => `"${createdAt}"`;
  const own = columns.findIndex(({ property }) => property === field);
  if (field === KEY && source.keyPrefix !== undefined) {
    const prefix = source.keyPrefix;
    return ({ id, values }) => escaped(values[own] ?? prefix + id);
  }
  const type = columns[own]?.type;
  if (type !== undefined) {
    const { show } = valueForms[type];
    return ({ values }) => show(values[own] ?? null);
  }
  const dimension = source.dimensions.findIndex(
    (one) => field === `${one.field}Key` || field === `${one.field}Id`,
  );
  if (dimension < 0)
    throw new Error(`The kind of records ${source.name} shows ${field}, for which it has no column.`);
  return field.endsWith('Key')
    ? ({ dimensions }) => escaped(dimensions[dimension]?.key)
    : ({ dimensions }) => quoted(dimensions[dimension]?.id);
}

/** Reads the id out of a key that was generated from it. */
function compileKeyReader(prefix: string): (key: string) => string | undefined {
  const generated = new RegExp(`^${prefix}([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})$`);
  return (key) => generated.exec(key)?.[1];
}
