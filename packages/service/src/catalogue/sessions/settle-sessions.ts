import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../../database/database.ts';
import { tableWith } from '../../database/entity-metadata.ts';
import { columnOfDimension, session } from '../../kinds/record-dimensions.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import { columnsOfOwner, firstNamed, windowOfOwner } from '../../ledger/earliest-owners-sql.ts';
import { NIL_UUID } from '../../rollups/rollup-sql.ts';
import { SessionEntity } from './session.entity.ts';

/** Sessions per transaction, which holds up their records. */
const CHUNK = 1_000;

const owners = session.remembers;
const remembered = owners.flatMap(columnsOfOwner);
const sessions = tableWith(SessionEntity, ['developer_id', 'id', 'key', ...remembered].join(', '));

/** Gateways of older versions leave the owners of the record that arrived first. May run beside others of this version. */
export async function settleSessions(database: Database, kinds: readonly RecordKind[]): Promise<void> {
  const withSessions = kinds.filter((kind) => columnOfDimension(kind, session.table) !== undefined);
  const tables = [sessions, ...withSessions.map(({ table }) => table)].join(', ');
  // The plan of a chunk needs them.
  await database.rows('sessions_analyze', `analyze ${tables}`, []);
  const settle = (from: Place) => database.transactional((em) => settleChunk(em, withSessions, from));
  let place = await nextDeveloper(database, NIL_UUID);
  while (place) place = (await settle(place)) ?? (await nextDeveloper(database, place.developerId));
}

type Place = { developerId: string; key: string };

async function nextDeveloper(database: Database, after: string): Promise<Place | undefined> {
  const [row] = await database.rows(
    'sessions_next_developer',
    `select developer_id from ${sessions} where developer_id > $1
     order by developer_id limit 1`,
    [after],
  );
  return row && { developerId: String(row[0]), key: '' };
}

/** The update's snapshot is later than the locks: it has all records that did not wait for them. */
async function settleChunk(
  em: EntityManager,
  kinds: readonly RecordKind[],
  { developerId, key }: Place,
): Promise<Place | undefined> {
  const rows = await em.execute<{ id: string; key: string }[]>(
    `select id, key from ${sessions} where developer_id = ? and key > ?
     order by key limit ${CHUNK} for no key update`,
    [developerId, key],
  );
  const last = rows.at(-1);
  if (!last) return undefined;
  const ids = `{${rows.map(({ id }) => id).join(',')}}`;
  await em.execute(updateStatement(kinds), [...kinds.flatMap(() => [developerId, ids]), developerId]);
  return { developerId, key: last.key };
}

function updateStatement(kinds: readonly RecordKind[]): string {
  const naming = kinds.map((kind) => {
    const ids = owners.map(
      ({ table, column }) => `${columnOfDimension(kind, table) ?? 'null::uuid'} as ${column}`,
    );
    return `select session_id, ${ids.join(', ')}, ${kind.time.column} as at, id from ${kind.table}
      where developer_id = ? and session_id = any(?::uuid[])`;
  });
  const namingOf = (column: string) => ({ id: column, at: 'at', by: 'id' });
  const first = owners.flatMap((owner) => firstNamed(owner, namingOf(owner.column)));
  const windows = owners.map((owner) => windowOfOwner(owner, namingOf(owner.column), 'session_id'));
  const all = (alias: string) => remembered.map((column) => `${alias}.${column}`).join(', ');
  return `with naming as (${naming.join(' union all ')}),
    first as (select distinct session_id, ${first.join(', ')} from naming window ${windows.join(', ')})
    update ${sessions} s set ${remembered.map((column) => `${column} = first.${column}`).join(', ')}
    from first where s.developer_id = ? and s.id = first.session_id and (${all('s')}) is distinct from (${all('first')})`;
}
