import type { Distribution, Tenant } from '../database/distribution/distribution.ts';
import { inLockingOrder } from '../kinds/dimensions.ts';
import type { LedgerDimension, LedgerKind } from '../kinds/record-kind.ts';
import { noteCommit } from '../live/commits.ts';
import { noteDelta } from '../rollups/rollup-deltas.ts';
import { claimTable } from './claims.ts';
import { createdAt, createdOnFirstUse, dimensionIdOf, joinsOfFirstUse } from './first-use.ts';
import { columnsReadAgain, generated, readByGenerated } from './generated-records.ts';

/** What a batch needs beyond its rows; each combination is a prepared statement of its own. */
export type StatementShape = {
  /** Dimensions of which the batch names keys that this process has not seen. */
  firstUse: readonly LedgerDimension[];
  hasNaturalKeys: boolean;
  distribution: Distribution;
};

export type RecordingStatement = { name: string; text: string };

const cache = new Map<string, RecordingStatement>();

/**
 * The one statement that records a batch, of one developer or of several: it claims the idempotency keys, inserts the
 * records whose claims it won, creates what they name for the first time, and notes them for the rollups and the commit
 * for those who follow. It is atomic, so a crash leaves all of it or nothing.
 *
 * Parameters: `$1` developer of the rows that name none, `$2` id of the note, `$3` lock timeout (null: as configured), `$4`
 * developers, `$5` ids, `$6` claim hashes, `$7` fingerprints, then (with natural keys) their hashes, (with generated records)
 * their ids, then one array per dimension (ids), one per first-use dimension (keys), one per column.
 * Result: one row, `created_at`, `lost` (positions from 1 of records whose claim was taken) and one `<dimension>` object per
 * first-use dimension (developer and key to id); no row, and nothing done, where statements name a developer
 * by the row in `tenants` and it is not there yet.
 */
export function recordingStatement(kind: LedgerKind, shape: StatementShape): RecordingStatement {
  const parts = ['record', kind.table, ...shape.firstUse.map(({ name }) => name)];
  const name = [...parts, ...(shape.hasNaturalKeys ? ['keyed'] : [])].join('_');
  const cacheKey = `${name} on ${shape.distribution.name}`;
  const known = cache.get(cacheKey);
  if (known) return known;
  const statement = { name, text: buildText(kind, shape) };
  cache.set(cacheKey, statement);
  return statement;
}

function buildText(kind: LedgerKind, shape: StatementShape): string {
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
      select ${tenant.id('i')}, ${hasNaturalKeys ? 'case when i.is_whole then i.id end' : 'i.id'}, ${createdAt}, ${values.join(', ')}
      from ${tenant.table} cross join accepted i
      ${joinsOfFirstUse(firstUse)}
      where ${tenant.isMe} ${last ? `and (select count(*) from new_${last.name}) >= 0` : ''}
      returning ${columnsReadAgain(kind, kind.generates && readByGenerated(kind.generates, kind))})`,
    ...(kind.generates ? [generated(kind.generates, kind, tenant)] : []),
    ...notes(kind, 'recorded', tenant),
    ...(kind.generates ? notes(kind.generates.kind, 'generated', tenant) : []),
  ];
  const created = firstUse.map(
    ({ name }) => `, (select json_object_agg(owned_key, id) from new_${name}) as ${name}`,
  );
  return `with ${ctes.join(',\n')}
    select ${createdAt} as created_at,
      array(select position from input where (id in (select id from recorded)) is not true) as lost${created.join('')}
    from ${tenant.table} where ${tenant.isMe}`;
}

/** The rows of the batch, each with its developer and its position. */
function input(kind: LedgerKind, { firstUse, hasNaturalKeys, distribution }: StatementShape): string {
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
      from ${[rows, ...distribution.keepsNumber].join(', ')}
      where (select set_config('lock_timeout', $3, true)) is not null)`;
}

/** What is written down of the rows of a kind in `recorded`: for the rollups, and for subscribers. */
function notes(kind: LedgerKind, recorded: string, tenant: Tenant): string[] {
  return [
    `${recorded}_delta as (${noteDelta(kind, recorded, '$2', tenant)})`,
    `${recorded}_commit as (${noteCommit(kind, recorded, tenant)})`,
  ];
}

/** Sorted, so that two gateways never wait for each other in a circle. */
function claimed(hasNaturalKeys: boolean, tenant: Tenant): string {
  const claims = (column: string) =>
    `select developer_id, ${column} as key_hash, fingerprint, id from input where ${column} is not null`;
  return `claimed as (
      insert into ${claimTable} (developer_id, key_hash, fingerprint, record_id)
      select ${tenant.id('c')}, key_hash, fingerprint, id from ${tenant.table},
        (${claims('claim')}${hasNaturalKeys ? ` union all ${claims('natural_claim')}` : ''}) c
      where ${tenant.isMe} order by key_hash
      on conflict do nothing returning key_hash)`;
}

/**
 * A hash is of a developer and a key, so that it alone tells whose claim was won. The `or` keeps PostgreSQL from turning `in`
 * into a join that its guess about the size of a batch may make quadratic. A record that won only one of its two claims must
 * not be written, nor may the claim stay: it goes on with a null id, which fails the statement, and the writer resolves the
 * batch anew.
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
