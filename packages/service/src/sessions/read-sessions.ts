import { toIsoInstant } from '../database/instants.ts';
import { OutturnError } from '../kernel/errors.ts';
import { rowById } from '../kernel/ledger/row-by-id.ts';
import type { QueryContext } from '../kernel/operation.ts';
import { idBefore, pageById } from '../kernel/page-by-id.ts';
import type { RenderedPage } from '../kernel/rendered.ts';
import type { Session } from './session.schema.ts';

type Filter = {
  limit: number;
  offset: number;
  cursor?: string | undefined;
  agentKey?: string | undefined;
  customerKey?: string | undefined;
};

const selectFrom = (source: string) => `
  select s.id, s.key, s.agent_id, a.key, s.customer_id, c.key, s.created_at, s.updated_at
  from ${source} s
  left join agents a on a.developer_id = $1 and a.id = s.agent_id
  left join customers c on c.developer_id = $1 and c.id = s.customer_id`;
const select = `${selectFrom('sessions')} where s.developer_id = $1`;

/** The same of as many as are asked for, whatever the statistics of a young table say: see {@link rowById}. */
const selectMany = (source: string) => `
  select s.id, s.key, s.agent_id, (${rowById('agents', 's.agent_id', 't.key')}),
    s.customer_id, (${rowById('customers', 's.customer_id', 't.key')}), s.created_at, s.updated_at
  from ${source} s`;

/** Throws `Not Found`. */
export async function readSession({ database, principal }: QueryContext, key: string): Promise<Session> {
  const [row] = await database.rows('session_by_key', `${select} and s.key = $2`, [
    principal.developerId,
    key,
  ]);
  if (!row) throw new OutturnError('Not Found');
  return toSession(row);
}

/** Sessions by key, in the order of the keys; null for one that there is not. */
export async function readSessionsByKey(
  { database, principal }: QueryContext,
  keys: readonly string[],
): Promise<(Session | null)[]> {
  const rows = await database.read(
    'sessions_by_key',
    `${selectMany('sessions')} where s.developer_id = $1 and s.key = any($2)`,
    [principal.developerId, keys],
  );
  const found = new Map(rows.map((row) => [row[1], toSession(row)]));
  return keys.map((key) => found.get(key) ?? null);
}

type OfEach = {
  owner: 'agent' | 'customer';
  ids: readonly string[];
  limit: number;
  after?: string | undefined;
  agentKey?: string | undefined;
  customerKey?: string | undefined;
};

/** The newest sessions of each of several agents or customers, in the order of `ids`, by one statement. */
export async function readSessionsOfEach(
  { database, principal }: QueryContext,
  { owner, ids, limit, after, agentKey, customerKey }: OfEach,
): Promise<Session[][]> {
  const named = (table: string, parameter: string) =>
    `(select id from ${table} where developer_id = $1 and key = ${parameter})`;
  const source = `(
    select found.* from unnest($2::uuid[]) wanted(owner) cross join lateral (
      select * from sessions
      where developer_id = $1 and ${owner}_id = wanted.owner and ($3::uuid is null or id < $3)
        and ($4::text is null or agent_id = ${named('agents', '$4')})
        and ($5::text is null or customer_id = ${named('customers', '$5')})
      order by id desc limit $6
    ) found)`;
  const rows = await database.read(`sessions_of_each_${owner}`, `${selectMany(source)} order by s.id desc`, [
    principal.developerId,
    [...new Set(ids)],
    after ?? null,
    agentKey ?? null,
    customerKey ?? null,
    limit,
  ]);
  const byOwner = Map.groupBy(rows.map(toSession), (session) => session[`${owner}Id`]);
  return ids.map((id) => byOwner.get(id) ?? []);
}

/** A page of sessions, newest first. */
export async function readSessions(
  { database, principal }: QueryContext,
  { limit, offset, cursor, agentKey, customerKey }: Filter,
): Promise<RenderedPage<Session>> {
  const after = idBefore('sessions', cursor) ?? null;
  const rows = await database.read(
    'sessions_list',
    `${select} and ($2::uuid is null or s.id < $2) and ($3::text is null or a.key = $3) and ($4::text is null or c.key = $4)
     order by s.id desc limit $5 offset $6`,
    [principal.developerId, after, agentKey ?? null, customerKey ?? null, limit + 1, offset],
  );
  return pageById(rows.map(toSession), { list: 'sessions', limit }, (session) => session);
}

function toSession(row: (string | null)[]): Session {
  const [id, key, agentId, agentKey, customerId, customerKey, createdAt, updatedAt] = row as [
    string,
    string,
    ...string[],
  ];
  return {
    id,
    key,
    agentId: agentId ?? null,
    agentKey: agentKey ?? null,
    customerId: customerId ?? null,
    customerKey: customerKey ?? null,
    createdAt: toIsoInstant(createdAt ?? ''),
    updatedAt: toIsoInstant(updatedAt ?? ''),
  };
}
