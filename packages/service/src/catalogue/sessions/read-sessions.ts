import { OutturnError } from '../../base/errors.ts';
import { firstIdAt } from '../../base/ids.ts';
import { toIsoInstant } from '../../base/instants.ts';
import type { Principal } from '../../base/principal.ts';
import { tableWith } from '../../database/entity-metadata.ts';
import { containsText, rowById, rowByKey } from '../../database/lookup-sql.ts';
import { type ListConditions, statementName } from '../../database/statement-name.ts';
import type { QueryContext } from '../../operations/define.ts';
import { idBefore, pageById } from '../../operations/page-by-id.ts';
import type { RenderedPage } from '../../operations/rendered.ts';
import { agents } from '../agents.ts';
import { customers } from '../customers.ts';
import { goalTypes } from '../goal-types.ts';
import { tools } from '../tools.ts';
import { SessionEntity } from './session.entity.ts';
import type { Session } from './session.schema.ts';
import type { readSummaries } from './session-summary.ts';

type Optional<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };
type Asked = Optional<{
  agentKey: string;
  customerKey: string;
  search: string;
  createdFrom: string;
  createdTo: string;
  goalKey: string;
  toolKey: string;
  hasErrors: boolean;
}>;
type Filters = Asked & { after?: string | undefined };
type Page = Asked & { limit: number; offset: number; cursor?: string | undefined };

const sessions = tableWith(
  SessionEntity,
  'developer_id, id, key, agent_id, customer_id, created_at, updated_at',
);

/** Developer `$1`, with keys of agent and customer; `source`: a table or subquery. */
const select = (source: string) => `
  select s.id, s.key, s.agent_id, (${rowById(agents.table, 's.agent_id', 't.key')}),
    s.customer_id, (${rowById(customers.table, 's.customer_id', 't.key')}), s.created_at, s.updated_at
  from ${source} s`;

const DAY = 86_400_000;

/** A record of the session; `s` is the row of the session. */
const recordOf = (table: string, condition: string) =>
  `exists (select 1 from ${table} r where r.developer_id = $1 and r.session_id = s.id and ${condition})`;

function conditions({ developerId }: Principal, filters: Filters): ListConditions {
  const { after, agentKey, customerKey, search, createdFrom, createdTo, goalKey, toolKey, hasErrors } =
    filters;
  const conditions: ListConditions = { where: ['developer_id = $1'], values: [developerId], shape: [] };
  const add = (name: string, value: string | undefined, condition: (parameter: string) => string) => {
    if (value === undefined) return;
    conditions.where.push(condition(`$${conditions.values.push(value)}`));
    conditions.shape.push(name);
  };
  add('after', after, (parameter) => `id < ${parameter}`);
  add('agent', agentKey, (parameter) => `agent_id = (${rowByKey(agents.table, parameter, 't.id')})`);
  add(
    'customer',
    customerKey,
    (parameter) => `customer_id = (${rowByKey(customers.table, parameter, 't.id')})`,
  );
  add('search', search, (parameter) => containsText(parameter, ['key']));
  add('from', createdFrom, (parameter) => `created_at >= ${parameter}`);
  add('to', createdTo, (parameter) => `created_at < ${parameter}`);
  // The list is read by id, and ids have nearly the times of creation.
  add(
    'firstId',
    createdFrom && firstIdAt(Date.parse(createdFrom) - DAY),
    (parameter) => `id >= ${parameter}`,
  );
  add('lastId', createdTo && firstIdAt(Date.parse(createdTo) + DAY), (parameter) => `id < ${parameter}`);
  add('goal', goalKey, (parameter) =>
    recordOf('goals', `r.goal_type_id = (${rowByKey(goalTypes.table, parameter, 't.id')})`),
  );
  add('tool', toolKey, (parameter) =>
    recordOf('events', `r.tool_id = (${rowByKey(tools.table, parameter, 't.id')})`),
  );
  if (hasErrors !== undefined) {
    conditions.where.push(`${hasErrors ? '' : 'not '}${recordOf('events', 'r.is_error')}`);
    conditions.shape.push(hasErrors ? 'failed' : 'sound');
  }
  return conditions;
}

/** Throws `Not Found`. */
export async function readSession({ database, principal }: QueryContext, key: string): Promise<Session> {
  const [row] = await database.rows('session_by_key', select(`(${rowByKey(sessions, '$2', '*')})`), [
    principal.developerId,
    key,
  ]);
  if (!row) throw new OutturnError('Not Found');
  return toSession(row);
}

/** In the order of the keys; null for an unknown key. */
export async function readSessionsByKey(
  { database, principal }: QueryContext,
  keys: readonly string[],
): Promise<(Session | null)[]> {
  const rows = await database.read(
    'sessions_by_key',
    select(`(select * from ${sessions} where developer_id = $1 and key = any($2))`),
    [principal.developerId, keys],
    // Known keys are hashed if PostgreSQL scans all sessions.
    { isPrepared: false },
  );
  const found = new Map(rows.map((row) => [row[1], toSession(row)]));
  return keys.map((key) => found.get(key) ?? null);
}

type OfEach = Filters & { parent: 'agent' | 'customer'; ids: readonly string[]; limit: number };

/** One statement for all parents, newest first, in the order of `ids`. */
export async function readSessionsOfEach(
  { database, principal }: QueryContext,
  { parent, ids, limit, ...filters }: OfEach,
): Promise<Session[][]> {
  const { where, values, shape } = conditions(principal, filters);
  const each = `unnest($${values.push([...new Set(ids)])}::uuid[]) each(parent)`;
  const source = `(select found.* from ${each} cross join lateral (
      select * from ${sessions} s where ${where.join(' and ')} and ${parent}_id = each.parent
      order by id desc limit $${values.push(limit)}
    ) found)`;
  const name = statementName(`sessions_of_each_${parent}`, shape);
  const rows = await database.read(name, `${select(source)} order by s.id desc`, values);
  const byParent = Map.groupBy(rows.map(toSession), (session) => session[`${parent}Id`]);
  return ids.map((id) => byParent.get(id) ?? []);
}

/** Newest first. `summarize` reads the sums of their records. */
export async function readSessions(
  context: QueryContext,
  { limit, offset, cursor, ...filters }: Page,
  summarize?: typeof readSummaries,
): Promise<RenderedPage<Session>> {
  const { database, principal } = context;
  const { where, values, shape } = conditions(principal, { ...filters, after: idBefore('sessions', cursor) });
  const paging = `limit $${values.push(limit + 1)} offset $${values.push(offset)}`;
  const source = `(select * from ${sessions} s where ${where.join(' and ')} order by id desc ${paging})`;
  const rows = await database.read(
    statementName('sessions_list', shape),
    `${select(source)} order by s.id desc`,
    values,
    // For an unknown limit PostgreSQL expects a tenth of all rows.
    { isPrepared: false },
  );
  const found = rows.map(toSession);
  const summaries = await summarize?.(
    context,
    found.slice(0, limit).map(({ id }) => id),
  );
  return pageById(found, { list: 'sessions', limit }, (session) => ({
    ...session,
    summary: summaries?.get(session.id) ?? null,
  }));
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
    summary: null,
  };
}
