import { sha128 } from '../base/sha128.ts';
import type { Database } from '../database/database.ts';
import type { QueryRows } from '../database/query-rows.ts';
import type { Told } from './record-told.ts';

/** Events of a row, and characters of its JSON: a gateway that goes on with the work of others reads little at a time. */
const EVENTS = 100;
const CHARACTERS = 200_000;
/** Developers of one look. */
const MAX_DEVELOPERS = 20;
/** Hours after which events that cannot be recorded are given up, like the spans that told them. */
const KEPT_HOURS = 48;

/** The same events again, as after a failure, have the same row. */
const KEEP = `insert into told_events as e (developer_id, id, events, created_at, due_at)
  select $1, t.id, t.events, now(), now() + $4 * interval '1 millisecond' from unnest($2::uuid[], $3::text[]) t(id, events)
  on conflict (developer_id, id) do update set due_at = excluded.due_at`;

/** Keeps the events of a request until they are recorded. Returns the ids of the rows. */
export async function keepTold(
  ask: QueryRows,
  developerId: string,
  { told, lease }: { told: readonly Told[]; lease: number },
): Promise<string[]> {
  if (told.length === 0) return [];
  const rows = new Map<string, string>();
  for (const some of parts(told)) rows.set(idOf(some), `[${some.map(({ text }) => text).join(',')}]`);
  await ask('told_events_keep', KEEP, [developerId, [...rows.keys()], [...rows.values()], lease]);
  return [...rows.keys()];
}

type Part = { origin: string; text: string }[];

function parts(told: readonly Told[]): Part[] {
  const parts: Part[] = [];
  let length = 0;
  for (const one of told) {
    const { origin } = one;
    const text = JSON.stringify(one);
    length += text.length;
    const part = parts.at(-1);
    if (part && part.length < EVENTS && length <= CHARACTERS) part.push({ origin, text });
    else {
      parts.push([{ origin, text }]);
      length = text.length;
    }
  }
  return parts;
}

function idOf(part: Part): string {
  return sha128(part.map(({ origin }) => origin).join('\n'));
}

export async function forgetTold(ask: QueryRows, developerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await ask(
    'told_events_forget',
    'delete from told_events where developer_id = $1 and id = any($2::uuid[])',
    [developerId, ids],
  );
}

/** Those whose events a gateway has left, the oldest first. */
export async function findDueTold(ask: QueryRows): Promise<string[]> {
  const rows = await ask(
    'told_events_due',
    `select developer_id from told_events where due_at <= now() group by developer_id order by min(due_at) limit ${MAX_DEVELOPERS}`,
    [],
  );
  return rows.map(([developerId]) => developerId as string);
}

const TAKE = `update told_events e set due_at = now() + $2 * interval '1 millisecond'
  from (select id from told_events where developer_id = $1 and due_at <= now() order by due_at limit 1 for update skip locked) d
  where e.developer_id = $1 and e.id = d.id returning e.id, e.events`;

/** One row, which is due again after the lease. */
export async function takeDueTold(
  ask: QueryRows,
  developerId: string,
  lease: number,
): Promise<{ id: string; told: Told[] } | undefined> {
  const [row] = (await ask('told_events_take', TAKE, [developerId, lease])) as [string, string][];
  return row && { id: row[0], told: JSON.parse(row[1]) as Told[] };
}

export async function forgetOldTold(database: Database): Promise<void> {
  await database.rows(
    'told_events_forget_old',
    `delete from told_events where created_at < now() - ${KEPT_HOURS} * interval '1 hour'`,
    [],
  );
}
