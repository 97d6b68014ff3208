import { toIsoInstant } from '../base/instants.ts';
import type { Database } from '../database/database.ts';
import { rowById, versionById } from '../database/lookup-sql.ts';
import type { RecordKind, RecordRow } from '../kinds/record-kind.ts';

/** The columns before those of the kind: id, creation, version and last change. */
export const FIRST_COLUMN = 4;

/**
 * `source` is a table or subquery with records of developer `$1`. A subquery for each key, instead of a join, always
 * uses the primary key of its table; a join may read whole tables where statistics are old (decision 012). `more` are
 * columns of the source behind those of the record.
 */
export function selectRecords(kind: RecordKind, source: string, more: readonly string[] = []): string {
  const columns = kind.columns.map(({ name }) => `r.${name}`);
  const dimensions = kind.dimensions.map(
    ({ table, column }) => `r.${column}, (${rowById(table, `r.${column}`, 't.key')})`,
  );
  return `select ${['r.id', 'r.created_at', 'r.version', 'r.changed_at', ...columns, ...dimensions, ...more].join(', ')} from ${source} r`;
}

/** Takes a row of {@link selectRecords}. */
export function toRecordRow(kind: RecordKind, row: readonly (string | null)[], isVoided = false): RecordRow {
  const firstDimension = FIRST_COLUMN + kind.columns.length;
  const [id, createdAt, version, changedAt] = row;
  return {
    id: id as string,
    createdAt: toIsoInstant(createdAt as string),
    ...(version != null && { version: Number(version) }),
    ...(changedAt != null && { changedAt: toIsoInstant(changedAt) }),
    ...(isVoided && { isVoided }),
    values: kind.columns.map(({ type }, i) => {
      const value = row[FIRST_COLUMN + i] ?? null;
      return type === 'timestamptz' && value !== null ? toIsoInstant(value) : value;
    }),
    dimensions: kind.dimensions.map((_, i) => {
      const id = row[firstDimension + 2 * i];
      return id ? { id, key: row[firstDimension + 2 * i + 1] as string } : null;
    }),
  };
}

/** Indexes a row of {@link selectRecords}. */
export function timeIndexOf(kind: RecordKind): number {
  return FIRST_COLUMN + kind.columns.findIndex(({ name }) => name === kind.time.column);
}

/** Own columns of the kind, those of its dimensions included. */
export function ownColumns(kind: RecordKind): string[] {
  return [...kind.dimensions.map(({ column }) => column), ...kind.columns.map(({ name }) => name)];
}

/**
 * The records as they were recorded, whatever was corrected since: JSON by id, without unknown ids. A retry of a recording
 * answers so, and followers of records get it so.
 */
export async function readAsRecorded(
  database: Database,
  kind: RecordKind,
  developerId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const columns = ['id', 'created_at', ...ownColumns(kind)].join(', ');
  const first = `select ${columns}, null::integer as version, null::timestamptz as changed_at`;
  const rows = await database.quick(
    `${kind.table}_as_recorded`,
    selectRecords(
      kind,
      `unnest($2::uuid[]) wanted(id) cross join lateral (
        ${first} from (${rowById(kind.table, 'wanted.id', '*')}) now where version is null
        union all ${first} from (${versionById(kind.past, 'wanted.id', { columns: '*', condition: 't.version = 1' })}) past)`,
    ),
    [developerId, ids],
  );
  return new Map(rows.map((row) => [row[0] as string, kind.render(toRecordRow(kind, row))]));
}

/**
 * The records as they are now, a voided one in the state that it had last: JSON by id, without unknown ids. One statement
 * reads both tables, because a record may move between them.
 */
export async function readCurrent(
  database: Database,
  kind: RecordKind,
  developerId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const wanted = 'unnest($2::uuid[]) wanted(id) cross join lateral';
  const active = selectRecords(kind, `${wanted} (${rowById(kind.table, 'wanted.id', '*')})`);
  const voided = selectRecords(kind, `${wanted} (${lastVersion(kind)})`);
  const rows = await database.quick(
    `${kind.table}_by_id`,
    `select active.*, false from (${active}) active union all select voided.*, true from (${voided}) voided`,
    [developerId, ids],
  );
  return new Map(
    rows.map((row) => [row[0] as string, kind.render(toRecordRow(kind, row, row.at(-1) === 't'))]),
  );
}

/** The columns of a record from `past`, of a voided one. A void is a version of its own, without a row. */
export function voidedColumns(kind: RecordKind): string {
  return [
    'developer_id',
    'id',
    'created_at',
    ...ownColumns(kind),
    'version + 1 as version',
    'to_at as changed_at',
  ].join(', ');
}

function lastVersion(kind: RecordKind): string {
  return versionById(kind.past, 'wanted.id', { columns: voidedColumns(kind), condition: 't.is_voided' });
}
