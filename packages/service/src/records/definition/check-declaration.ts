import type { z } from 'zod';
import { toSnakeCase } from '../../base/letter-case.ts';
import type { EntityTable } from '../../database/entity-metadata.ts';
import { recordColumns } from '../../database/entity-properties.ts';
import type { Derivation } from '../../kinds/derivation.ts';
import type { Generates, RecordDimension, Refunds } from '../../kinds/record-kind.ts';
import { correctedOut } from '../../schema/record-fields.ts';

type Declared = {
  name: string;
  input: z.ZodObject;
  output: z.ZodObject;
  dimensions: readonly RecordDimension[];
  time: string;
  keyPrefix?: string | undefined;
  references: Readonly<Record<string, string>>;
  defaults: Readonly<Record<string, () => string>>;
  generates?: Generates | undefined;
  refunds?: Refunds | undefined;
  derivation?: Derivation | undefined;
};

/** The names of recording statements, `record_<table>_<24 characters>_shared`, fit into PostgreSQL's 63 bytes. */
const MAX_TABLE_NAME = 24;
/** The ledger writes these columns of every record. */
const written: ReadonlySet<string> = new Set(Object.keys(recordColumns));

/** The last time that can be stored. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';

/** Throws for a declaration of which a part would have no effect, and for columns that records could leave empty. */
export function checkDeclaration(declared: Declared, table: EntityTable): void {
  const { name, input, output, dimensions, references, defaults } = declared;
  const fail = (problem: string) => {
    throw new Error(`The kind of records ${name} ${problem}.`);
  };
  const tableName = toSnakeCase(name);
  if (table.name !== tableName) fail(`has the table ${table.name} instead of ${tableName}`);
  if (tableName.length > MAX_TABLE_NAME) fail(`has a table name of more than ${MAX_TABLE_NAME} characters`);

  const dimensionColumns = dimensions.map(({ column }) => column);
  const own = table.columns.filter(
    ({ property, name: column }) =>
      !written.has(property) && !dimensionColumns.includes(column) && property !== declared.refunds?.balance,
  );
  const isOwn = (field: string) => own.some(({ property }) => property === field);
  const namesOf = ({ field }: RecordDimension) => [`${field}Key`, `${field}Id`];
  const dimensionFields = dimensions.flatMap(namesOf);
  const isRequired = (field: string) =>
    [undefined, null].every((absent) => input.shape[field]?.safeParse(absent).success === false);

  for (const [field, schema] of Object.entries(input.shape)) {
    if (!isOwn(field) && !dimensionFields.includes(field)) fail(`takes ${field}, for which it has no column`);
    if ((schema as z.ZodType).safeParse(undefined).data !== undefined)
      fail(`has a default in the schema of ${field}, which would change fingerprints; use \`defaults\``);
  }
  if (input.shape[declared.time]?.safeParse(END_OF_TIME).success)
    fail(`takes any ${declared.time} in the future; its schema is \`RecordTime\``);
  for (const { property, isNullable } of own)
    if (!isNullable && !isRequired(property) && !(property in defaults))
      fail(`needs a value for ${property}: a required field, a default or a nullable column`);
  for (const dimension of dimensions) {
    const column = table.columns.find((one) => one.name === dimension.column);
    if (column?.isNullable === false && !namesOf(dimension).some(isRequired))
      fail(`needs a required field for ${column.property}, or a nullable column`);
    const key = `${dimension.field}Key`;
    if (!(key in output.shape)) fail(`does not show ${key}`);
  }
  for (const field of [...Object.keys(correctedOut), 'updatedAt'])
    if (!(field in output.shape)) fail(`does not show ${field}`);
  for (const field of Object.keys(input.shape))
    if (!(field in output.shape)) fail(`takes ${field} and does not show it`);
  const derived = declared.derivation?.fields ?? [];
  for (const field of derived)
    if (field in input.shape || !(field in output.shape))
      fail(`derives ${field}, and takes it or does not show it`);
  for (const field of [...Object.keys(defaults), ...Object.keys(references), ...derived])
    if (!isOwn(field)) fail(`has no column for ${field}`);
  for (const field of Object.keys(references))
    if (dimensionFields.includes(field))
      fail(`has a reference and a dimension that are both called ${field}`);
  const named = [...dimensions.map((dimension) => dimension.table), ...Object.values(references)];
  const twice = named.find((one, i) => named.indexOf(one) < i);
  if (twice !== undefined) fail(`names ${twice} twice`);
  if (declared.keyPrefix !== undefined && !(isOwn('key') && 'key' in input.shape))
    fail('has a keyPrefix, but no key');
  if (declared.generates) checkGenerates(declared.generates, table, fail);
}

function checkGenerates(
  { kind, properties }: Generates,
  table: EntityTable,
  fail: (problem: string) => void,
): void {
  for (const from of Object.values(properties))
    if (!table.columns.some(({ property }) => property === from)) fail(`has no column for ${from}`);
  const filled = [kind.amount?.column, ...Object.keys(properties).map((to) => kind.columnNames[to])];
  for (const { name, isNullable } of kind.columns)
    if (!isNullable && !filled.includes(name)) fail(`generates ${kind.name} without ${name}`);
}
