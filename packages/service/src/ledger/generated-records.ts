import type { Tenant } from '../database/distribution/distribution.ts';
import type { Generates, RecordKind } from '../kinds/record-kind.ts';
import { columnsOfEntries } from '../rollups/rollup-sql.ts';
import { createdAt } from './upsert-dimensions.ts';

export function generated(generates: Generates, from: RecordKind, tenant: Tenant): string {
  const { kind, valued } = generates;
  const columns = copiedColumns(generates, from);
  const targets = [kind.amount?.column ?? 'value', ...columns.map(([to]) => to)];
  return `generated as (
      insert into ${kind.table} (developer_id, id, created_at, ${targets.join(', ')})
      select ${tenant.id('r')}, ${generatedId('r.id')}, ${createdAt}, d.value, ${columns.map(([, column]) => `r.${column}`).join(', ')}
      from ${tenant.table} cross join recorded r
      join ${valued.table} d on d.developer_id = ${tenant.id('r')} and d.id = r.${valued.column}
      where ${tenant.condition} and d.value is not null
      returning ${columnsReadAgain(kind)})`;
}

/**
 * The id of a generated record is that of its parent with another version digit, so that each finds the other without a
 * column for it.
 */
function generatedId(parentId: string): string {
  return `overlay(${parentId}::text placing '8' from 15 for 1)::uuid`;
}

/** Columns that later CTEs read. Others may be long, and `returning` would copy them. */
export function columnsReadAgain(kind: RecordKind, others: readonly string[] = []): string {
  return [...new Set(['id', ...columnsOfEntries(kind), ...others])].join(', ');
}

export function readByGenerated(generates: Generates, from: RecordKind): string[] {
  return [generates.valued.column, ...copiedColumns(generates, from).map(([, column]) => column)];
}

function copiedColumns(generates: Generates, from: RecordKind): [to: string, from: string][] {
  const { kind, properties } = generates;
  return [
    ...from.dimensions
      .filter(({ table }) => kind.dimensions.some((other) => other.table === table))
      .map(({ column }): [string, string] => [column, column]),
    ...Object.entries(properties).map(([to, property]): [string, string] => [
      columnOf(kind, to),
      columnOf(from, property),
    ]),
  ];
}

function columnOf({ name, columnNames }: RecordKind, property: string): string {
  const column = columnNames[property];
  if (column === undefined) throw new Error(`The kind of records ${name} has no column for ${property}.`);
  return column;
}
