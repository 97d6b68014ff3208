import type { Distribution, Tenant } from '../database/distribution/distribution.ts';
import { statementName } from '../database/statement-name.ts';
import { inLockingOrder } from '../kinds/record-dimensions.ts';
import type { RecordDimension, RecordKind } from '../kinds/record-kind.ts';
import { insertCommit } from '../live/commit-log.ts';
import { insertDelta } from '../rollups/rollup-deltas.ts';
import { createdAt, createdOnFirstUse, dimensionIdOf, joinsOfFirstUse } from './first-use.ts';
import { columnsReadAgain, generated, readByGenerated } from './generated-records.ts';
import { claimTable } from './idempotency-claims.ts';

/** Each combination becomes a prepared statement, so keep them few. */
export type StatementShape = {
  /** Dimensions with keys new to this process. */
  firstUse: readonly RecordDimension[];
  hasNaturalKeys: boolean;
  distribution: Distribution;
};

/**
 * A UUID expression that fails with division by zero. It uses a column, so that PostgreSQL cannot evaluate it while
 * planning.
 */
const divisionByZero = '(1 / (i.position - i.position))::text::uuid';

export type RecordingStatement = { name: string; text: string };

const cache = new Map<string, RecordingStatement>();

/**
 * Claims keys, inserts the records that won, creates dimensions on first use, and notes rollup deltas and the commit:
 * one statement, so that a crash leaves all or nothing (decision 001).
 *
 * Parameters: `$1` owner of rows without one, `$2` id of the note, `$3` lock timeout or null, then the arrays of
 * `input`. Result: `created_at`, `lost` (positions from 1), and ids by owned key per first-use dimension; no row, and
 * nothing done, while a developer is missing from `tenants` (decision 008).
 */
export function recordingStatement(kind: RecordKind, shape: StatementShape): RecordingStatement {
  const { firstUse, hasNaturalKeys, distribution } = shape;
  const needs = [...firstUse.map((dimension) => dimension.name), ...(hasNaturalKeys ? ['natural keys'] : [])];
  const cacheKey = [kind.table, ...needs, distribution.name].join(' ');
  const known = cache.get(cacheKey);
  if (known) return known;
  const name = statementName(`record_${kind.table}`, needs);
  const statement = { name, text: buildText(kind, shape) };
  cache.set(cacheKey, statement);
  return statement;
}

function buildText(kind: RecordKind, shape: StatementShape): string {
  const { firstUse, hasNaturalKeys, distribution } = shape;
  const tenant = distribution.tenantOfRows;
  const inOrder = inLockingOrder(firstUse);
  const last = inOrder.at(-1);
  const own = kind.columns.map(({ name }) => name);
  const columns = [...kind.dimensions.map(({ column }) => column), ...own];
  const values = [
    ...kind.dimensions.map((dimension) => dimensionIdOf(dimension, firstUse)),
    ...own.map((name) => `i.${name}`),
  ];
  const ctes = [
    input(kind, shape),
    claimed(hasNaturalKeys, tenant),
    accepted(hasNaturalKeys),
    ...inOrder.map((dimension, i) => createdOnFirstUse(kind, dimension, inOrder.slice(0, i), tenant)),
    `recorded as (
      insert into ${kind.table} (developer_id, id, created_at, ${columns.join(', ')})
      select ${tenant.id('i')}, ${hasNaturalKeys ? `case when i.is_whole then i.id else ${divisionByZero} end` : 'i.id'}, ${createdAt}, ${values.join(', ')}
      from ${tenant.table} cross join accepted i
      ${joinsOfFirstUse(firstUse)}
      where ${tenant.condition} ${last ? `and (select count(*) from new_${last.name}) >= 0` : ''}
      returning ${columnsReadAgain(kind, kind.generates && readByGenerated(kind.generates, kind))})`,
    ...(kind.generates ? [generated(kind.generates, kind, tenant)] : []),
    ...deltaAndCommit(kind, 'recorded', tenant),
    ...(kind.generates ? deltaAndCommit(kind.generates.kind, 'generated', tenant) : []),
  ];
  const created = firstUse.map(
    ({ name }) => `, (select json_object_agg(owned_key, id) from new_${name}) as ${name}`,
  );
  return `with ${ctes.join(',\n')}
    select ${createdAt} as created_at,
      array(select position from input where (id in (select id from recorded)) is not true) as lost${created.join('')}
    from ${tenant.table} where ${tenant.condition}`;
}

function input(kind: RecordKind, { firstUse, hasNaturalKeys, distribution }: StatementShape): string {
  const arrays: [name: string, type: string][] = [
    ['owner_id', 'uuid'],
    ['id', 'uuid'],
    ['claim', 'uuid'],
    ['fingerprint', 'uuid'],
    ...(hasNaturalKeys ? ([['natural_claim', 'uuid']] as [string, string][]) : []),
    ...(kind.generates ? ([['generated_id', 'uuid']] as [string, string][]) : []),
    ...kind.dimensions.map(({ column }): [string, string] => [column, 'uuid']),
    ...firstUse.map(({ name }): [string, string] => [`${name}_key`, 'text']),
    ...kind.columns.map(({ name, type }): [string, string] => [name, type]),
  ];
  const values = arrays.map(([, type], i) => `$${i + 4}::${type}[]`);
  const names = arrays.map(([name]) => name);
  const rows = `unnest(${values.join(', ')}) with ordinality as t(${names.join(', ')}, position)`;
  return `input as (select coalesce(t.owner_id, $1::uuid) as developer_id, t.*
      from ${[rows, ...distribution.persistTransactionId].join(', ')}
      where (select set_config('lock_timeout', $3, true)) is not null)`;
}

function deltaAndCommit(kind: RecordKind, recorded: string, tenant: Tenant): string[] {
  return [
    `${recorded}_delta as (${insertDelta(kind, recorded, '$2', tenant)})`,
    `${recorded}_commit as (${insertCommit(kind, recorded, tenant)})`,
  ];
}

/** Sorted to prevent deadlocks. */
function claimed(hasNaturalKeys: boolean, tenant: Tenant): string {
  const claims = (column: string) =>
    `select developer_id, ${column} as key_hash, fingerprint, id from input where ${column} is not null`;
  return `claimed as (
      insert into ${claimTable} (developer_id, key_hash, fingerprint, record_id)
      select ${tenant.id('c')}, key_hash, fingerprint, id from ${tenant.table},
        (${claims('claim')}${hasNaturalKeys ? ` union all ${claims('natural_claim')}` : ''}) c
      where ${tenant.condition} order by key_hash
      on conflict do nothing returning key_hash)`;
}

/**
 * The `or` prevents a join that a wrong row estimate makes quadratic. A record that won one of two claims fails the
 * statement (decision 001).
 */
function accepted(hasNaturalKeys: boolean): string {
  const won = (claim: string) => `(${claim} is null or ${claim} in (select key_hash from claimed))`;
  if (!hasNaturalKeys) return `accepted as (select * from input where ${won('claim')})`;
  return `accepted as (
      select *, is_claimed and is_natural as is_whole
      from (select *, ${won('claim')} as is_claimed, ${won('natural_claim')} as is_natural,
        claim in (select key_hash from claimed) or natural_claim in (select key_hash from claimed) as has_won
        from input) i
      where (is_claimed and is_natural) or has_won)`;
}
