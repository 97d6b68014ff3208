import type { Database } from '../database/database.ts';
import { openUnlimited } from '../database/unlimited.ts';
import { withLock } from '../database/with-lock.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { deltaRollups } from './rollup-deltas.ts';
import { addToRollups, entriesOf, rollupKey, rollupRows, rollups } from './rollup-sql.ts';

/** Sums of absolute differences. */
export type RollupDifference = {
  developerId: string;
  table: string;
  rows: number;
  total: string;
  count: string;
};

/** Whole UTC days, `to` excluded. */
export type Days = { from: Date; to: Date };

/** Each comparison is one statement, hence exact during writes. Compares all days and developers unless some are named. */
export async function* verifyRollups(
  database: Database,
  kinds: readonly RecordKind[],
  { days, developerIds }: { days?: Days | undefined; developerIds?: readonly string[] } = {},
): AsyncGenerator<RollupDifference> {
  const { session, rows: ask } = await openUnlimited(database);
  try {
    for (const { developerId, kind } of await scopesOf(database, kinds, developerIds)) {
      const { table } = kind;
      const [row] = await ask(
        `rollups_verify_${table}${days ? '_days' : ''}`,
        `select count(*), coalesce(sum(abs(total)), 0), coalesce(sum(abs(count)), 0) from (${difference(kind, days)}) d`,
        [developerId, ...boundsOf(days)],
      );
      const [rows, total, count] = row as string[];
      if (Number(rows) > 0)
        yield { developerId, table, rows: Number(rows), total: total ?? '', count: count ?? '' };
    }
  } finally {
    await session.end();
  }
}

/**
 * Adds to each row what it lacks. Additions commute with those of folds, so this is safe during writes, without a lock
 * on them (decision 003). Returns the number of repaired rows.
 */
export function rebuildRollups(
  database: Database,
  kinds: readonly RecordKind[],
  days?: Days,
): Promise<number> {
  // Concurrent repairs would add a difference twice.
  return withLock(database, 'outturn rollups', async () => {
    const { session, rows } = await openUnlimited(database);
    try {
      return await repairAll({ ...database, rows }, kinds, days);
    } finally {
      await session.end();
    }
  });
}

async function repairAll(database: Database, kinds: readonly RecordKind[], days?: Days): Promise<number> {
  const { distribution, rows } = database;
  let repaired = 0;
  for (const { developerId, kind } of await scopesOf(database, kinds)) {
    const { table, facts } = kind;
    await distribution.addTenant(database.quick, developerId);
    const [row] = await rows(
      `rollups_rebuild_${table}${days ? '_days' : ''}`,
      `with repaired as (
         ${addToRollups(difference(kind, days), distribution.tenant)}
         returning 1)
       select count(*) from repaired`,
      [developerId, ...boundsOf(days)],
    );
    repaired += Number(row?.[0]);
    const emptied = `delete from ${rollups} where developer_id = $1 and fact in (${facts}) and count = 0 and total = 0`;
    await rows(`rollups_empty_${table}`, emptied, [developerId]);
  }
  return repaired;
}

/** Rows that developer `$1` lacks, or (negative) has in excess. */
function difference(kind: RecordKind, days?: Days): string {
  const columns = rollupKey.join(', ');
  const during = (time: string) =>
    days ? ` and ${time} >= $2::timestamptz and ${time} < $3::timestamptz` : '';
  const records = `select * from ${kind.table} where developer_id = $1${during(kind.time.column)}`;
  const condition = `fact in (${kind.facts})${during('bucket')}`;
  return `select ${columns}, sum(total) as total, sum(count) as count from (
      ${rollupRows(entriesOf(kind, `(${records}) records`))}
      union all
      select ${columns}, -total, -count from ${rollups} where developer_id = $1 and ${condition}
      union all
      select ${columns}, -total, -count from ${deltaRollups()} deltas where ${condition}
    ) all_sides group by ${columns} having sum(total) <> 0 or sum(count) <> 0`;
}

function boundsOf(days: Days | undefined): string[] {
  return days ? [boundOf(days.from), boundOf(days.to)] : [];
}

/** PostgreSQL cannot read JavaScript's form of later years. */
function boundOf(day: Date): string {
  return day.getUTCFullYear() > 9999 ? 'infinity' : day.toISOString();
}

async function scopesOf(
  database: Database,
  kinds: readonly RecordKind[],
  developerIds?: readonly string[],
): Promise<{ developerId: string; kind: RecordKind }[]> {
  const ids = developerIds ?? (await allDeveloperIds(database));
  return ids.flatMap((developerId) => kinds.map((kind) => ({ developerId, kind })));
}

async function allDeveloperIds(database: Database): Promise<string[]> {
  const rows = await database.rows('developer_ids', 'select id from developers order by id', []);
  return rows.map(([id]) => id as string);
}
