import { escaped, quoted } from '../../base/json-text.ts';
import { toKebabCase, toSnakeCase } from '../../base/letter-case.ts';
import type { EntityTable } from '../../database/entity-metadata.ts';
import { recordColumns } from '../../database/entity-properties.ts';
import type { Derivation } from '../../kinds/derivation.ts';
import {
  type Generates,
  pastOf,
  type RecordColumn,
  type RecordDimension,
  type RecordDimensionRef,
  type RecordKind,
  type RecordRow,
  type Refunds,
} from '../../kinds/record-kind.ts';
import { isColumnType, valueForms } from './column-types.ts';

/** See `defineRecordKind`. */
export type KindSource = {
  name: string;
  facts: RecordKind['facts'];
  table: EntityTable;
  /** Names of the fields that callers may send. */
  sent: readonly string[];
  /** Names of the fields of a record in an answer, in their order. */
  shown: readonly string[];
  /** Names of the filters of lists. */
  filters: readonly string[];
  dimensions: readonly RecordDimension[];
  time: string;
  amount: string | undefined;
  /** For kinds with natural keys. */
  keyPrefix: string | undefined;
  /** Names of kinds by property. */
  references: Readonly<Record<string, string>>;
  defaults: Readonly<Record<string, () => string>>;
  generates: Generates | undefined;
  /** Names of properties. */
  refunds: Refunds | undefined;
  derivation: Derivation | undefined;
  check: RecordKind['check'];
};

/** Columns besides `id`, `createdAt`, `developerId` and dimensions. */
type OwnColumn = RecordColumn & { property: string };

/** Written by the ledger, not by the kind. */
const identity: ReadonlySet<string> = new Set(Object.keys(recordColumns));
const identityColumns = ['developer_id', 'id', 'created_at', 'version', 'changed_at'];
/** The natural key. */
const KEY = 'key';

/** Throws for fields without a column. */
export function compileKind(source: KindSource): RecordKind {
  const { table } = source;
  const fail = (what: string) => new Error(`The kind of records ${source.name} ${what}.`);
  const dimensionColumns = new Set(source.dimensions.map(({ column }) => column));
  for (const column of [...identityColumns, ...dimensionColumns])
    if (!table.columns.some(({ name }) => name === column)) throw fail(`has no column ${column}`);
  const columns = table.columns
    .filter(
      ({ property, name }) =>
        !identity.has(property) && !dimensionColumns.has(name) && property !== source.refunds?.balance,
    )
    .map(({ type, ...column }): OwnColumn => {
      if (!isColumnType(type)) throw fail(`has the column ${column.name} of the unknown type ${type}`);
      return { ...column, type };
    });
  const columnOf = (property: string) => {
    const column = columns.find((one) => one.property === property);
    if (!column) throw fail(`has no column for ${property}`);
    return column;
  };
  const { keyPrefix, amount, refunds } = source;
  return {
    name: source.name,
    slug: toKebabCase(source.name),
    table: table.name,
    facts: refunds ? [...source.facts, refunds.fact] : source.facts,
    columns: columns.map(({ name, type, isNullable }) => ({ name, type, isNullable })),
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
      Object.entries(source.references).map(([property, kind]) => [
        columnOf(property).name,
        toSnakeCase(kind),
      ]),
    ),
    idOfShownKey: keyPrefix === undefined ? undefined : compileKeyReader(keyPrefix),
    generates: source.generates,
    refunds: refunds && {
      ...refunds,
      of: columnOf(refunds.of).name,
      balance: toSnakeCase(refunds.balance),
    },
    derivation: source.derivation,
    past: pastOf(table.name),
    toRecord: compileEncoder(source, columns),
    toInput: (row) => toInput(source, columns, row),
    check: source.check,
    render: compileRenderer(source, columns),
  };
}

/** Every list filters by dimensions and time. */
function isOfList({ dimensions, time }: KindSource, filter: string): boolean {
  const base = time.replace(/At$/, '');
  return (
    filter === `${base}From` ||
    filter === `${base}To` ||
    dimensions.some(({ field }) => filter === `${field}Key` || filter === `${field}Id`)
  );
}

/**
 * Generates the function as JavaScript source, because a loop over the columns takes longer for each record (decision
 * 015). The source has names of fields and tables, never input.
 */
function compileEncoder(source: KindSource, columns: readonly OwnColumn[]): RecordKind['toRecord'] {
  const { fields = [], replaces = [] } = source.derivation ?? {};
  const derived = new Set([...fields, ...replaces]);
  const field = (name: string) => `${derived.has(name) ? 'derived' : 'input'}[${JSON.stringify(name)}]`;
  const values = columns.map(({ property, type }) => {
    const otherwise = Object.hasOwn(source.defaults, property)
      ? `defaults[${JSON.stringify(property)}]()`
      : 'null';
    return `${field(property)} == null ? ${otherwise} : ${valueForms[type].encode(field(property))}`;
  });
  const dimensions = source.dimensions.map((dimension) => {
    const [key, id] = [`${dimension.field}Key`, `${dimension.field}Id`];
    const byId = source.sent.includes(id) ? field(id) : 'undefined';
    return `refTo(${field(key)}, ${byId}, ${JSON.stringify(id)})`;
  });
  const references = Object.entries(source.references).map(
    ([name, kind]) =>
      `...referenceTo(${JSON.stringify(toSnakeCase(kind))}, ${field(name)}, ${JSON.stringify(name)})`,
  );
  const naturalKey = source.keyPrefix === undefined ? 'undefined' : `${field(KEY)} ?? undefined`;
  const body = `return (input, derived) => ({ values: [${values.join(', ')}], dimensions: [${dimensions.join(', ')}],
    naturalKey: ${naturalKey}, references: [${references.join(', ')}] });`;
  const encoder: unknown = new Function('defaults', 'refTo', 'referenceTo', body)(
    source.defaults,
    refTo,
    referenceTo,
  );
  // Takes input that the kind's schema has validated.
  return encoder as RecordKind['toRecord'];
}

/** A record that is corrected is checked and encoded anew, as if it was sent so. */
function toInput(
  { sent, dimensions, derivation }: KindSource,
  columns: readonly OwnColumn[],
  row: RecordRow,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const kept = [...sent, ...(derivation?.fields ?? [])];
  for (const [i, { property, type }] of columns.entries()) {
    const value = row.values[i];
    if (value == null || property === KEY || !kept.includes(property)) continue;
    input[property] = fromText(type, value);
  }
  for (const [i, { field }] of dimensions.entries())
    if (row.dimensions[i]) input[`${field}Key`] = row.dimensions[i].key;
  return input;
}

function fromText(type: RecordColumn['type'], value: string): unknown {
  if (type === 'bigint') return Number(value);
  if (type === 'boolean') return value === 't';
  return type === 'json' ? JSON.parse(value) : value;
}

function refTo(
  key: string | null | undefined,
  id: string | null | undefined,
  field: string,
): RecordDimensionRef {
  if (key != null) return { key };
  return id == null ? null : { id, field };
}

const none: readonly never[] = [];

function referenceTo(table: string, id: string | null | undefined, field: string) {
  return id == null ? none : [{ table, id, field }];
}

/**
 * Generates the function as JavaScript source, because one closure for each column takes longer for each record
 * (decision 015). The source has field names, positions and the key prefix, never input.
 */
function compileRenderer(source: KindSource, columns: readonly OwnColumn[]): RecordKind['render'] {
  const parts = source.shown.map((field, i) => {
    const before = `${i === 0 ? '{' : ','}${JSON.stringify(field)}:`;
    return `${JSON.stringify(before)} + ${showField(source, columns, field)}`;
  });
  const body = `return (row) => ${parts.join(' + ')} + '}';`;
  // The generated source takes a row and returns text.
  return new Function('quoted', 'escaped', body)(quoted, escaped) as RecordKind['render'];
}

/** JavaScript source. */
function showField(source: KindSource, columns: readonly OwnColumn[], field: string): string {
  if (field === 'id') return valueForms.uuid.show('row.id', false);
  if (field === 'createdAt') return valueForms.timestamptz.show('row.createdAt', false);
  if (field === 'updatedAt') return valueForms.timestamptz.show('(row.changedAt ?? row.createdAt)', false);
  if (field === 'version') return '(row.version ?? 1)';
  if (field === 'status') return `(row.isVoided ? '"voided"' : '"active"')`;
  const own = columns.findIndex(({ property }) => property === field);
  const stored = `row.values[${own}]`;
  if (field === KEY && source.keyPrefix !== undefined)
    return valueForms.text.show(`(${stored} ?? ${JSON.stringify(source.keyPrefix)} + row.id)`, false);
  const column = columns[own];
  if (column) return valueForms[column.type].show(stored, column.isNullable);
  const position = source.dimensions.findIndex(
    (one) => field === `${one.field}Key` || field === `${one.field}Id`,
  );
  if (position < 0)
    throw new Error(`The kind of records ${source.name} shows ${field}, for which it has no column.`);
  const member = `row.dimensions[${position}]?`;
  return field.endsWith('Key')
    ? valueForms.text.show(`${member}.key`, true)
    : valueForms.uuid.show(`${member}.id`, true);
}

function compileKeyReader(prefix: string): (key: string) => string | undefined {
  const shown = new RegExp(`^${prefix}([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})$`);
  return (key) => shown.exec(key)?.[1];
}
