import { HIDDEN_TENANT } from '../database/lookup-sql.ts';
import type { QueryRows } from '../database/query-rows.ts';
import type { Names, ResourceNames, Role, ToldEvent } from './observation.ts';
import type { KeptSpan, LateChange, SpanState } from './span-tree.ts';

/** Codes of the table `spans`. */
const roles = ['other', 'container', 'agent', 'tool', 'call'] as const satisfies Role[];
const states = ['none', 'waiting', 'recorded', 'dropped'] as const satisfies SpanState[];

/** A span as it is read: with its event, unless that is recorded. */
export type StoredSpan = KeptSpan & {
  readonly event: ToldEvent | null;
  readonly change: StoredChange | null;
  /** As PostgreSQL writes it; null without work left. */
  readonly dueAt: string | null;
};

/** The change that an ancestor makes that came too late, and the API key that sent it. */
type StoredChange = Omit<LateChange, 'span'> & { readonly apiKeyId: string };

/** A row to write. */
export type SpanToKeep = {
  readonly span: KeptSpan;
  /** Kept until it is recorded; undefined leaves the stored one. */
  readonly event: ToldEvent | null | undefined;
  readonly change: StoredChange | null;
  /** When its work is due: in milliseconds from now, or at a time that was read; null without work. */
  readonly due: number | string | null;
};

const columns = `replace(s.trace_id::text, '-', ''), encode(s.span_id, 'hex'), encode(s.parent_span_id, 'hex'), s.role, s.has_usage,
  s.is_complete, s.names, encode(s.call_above, 'hex'), s.is_open, s.state, s.event, s.change, s.due_at`;

/** Rows of a developer that one look takes. */
const MAX_DUE = 1_000;

/** Rows below a late span that can be placed at once. */
const MAX_BELOW = 50_000;

/** SQL of one row by its primary key, whatever the statistics say. */
const byIds = (of: string, spanId: string) =>
  `cross join lateral (select * from spans s where s.developer_id = ${of}.developer_id and s.trace_id = ${of}.trace_id
     and s.span_id >= ${spanId} and s.span_id <= ${spanId} order by s.span_id limit 1) s`;

const below = (of: string) =>
  `cross join lateral (select * from spans s where s.developer_id = ${of}.developer_id and s.trace_id = ${of}.trace_id
     and s.parent_span_id = ${of}.span_id and not s.is_complete order by s.parent_span_id limit ${MAX_BELOW}) s`;

const READ_AROUND = `with recursive arrived as materialized (
    select $1::uuid as developer_id, t.trace_id, decode(t.span_id, 'hex') as span_id, decode(t.parent_id, 'hex') as parent_id
    from unnest($2::uuid[], $3::text[], $4::text[]) t(trace_id, span_id, parent_id)),
  above as (
    select s.* from (select developer_id, trace_id, span_id from arrived
      union select developer_id, trace_id, parent_id from arrived where parent_id is not null) a ${byIds('a', 'a.span_id')}
    union
    select s.* from above b ${byIds('b', 'b.call_above')}),
  below as (
    select s.* from arrived a ${below('a')}
    union
    select s.* from below b ${below('b')})
  select ${columns} from above s union select ${columns} from (select * from below limit ${MAX_BELOW}) s`;

export type SpanPlace = { traceId: string; spanId: string; parentSpanId: string | null };

/**
 * The kept spans that those of a request touch: themselves, their parents, the calls above these, and the spans below whose
 * ancestors were not all known.
 */
export async function readAround(
  ask: QueryRows,
  developerId: string,
  places: readonly SpanPlace[],
): Promise<StoredSpan[]> {
  const rows = await ask('spans_around', READ_AROUND, [
    developerId,
    places.map(({ traceId }) => traceId),
    places.map(({ spanId }) => spanId),
    places.map(({ parentSpanId }) => parentSpanId),
  ]);
  return rows.map(toStored);
}

const READ_DUE = `select ${columns} from spans s where s.due_at <= now() and s.developer_id = ${HIDDEN_TENANT}
  and s.trace_id = any($2::uuid[]) order by s.due_at limit ${MAX_DUE}`;

/** The rows of traces whose work is due. */
export async function readDue(
  ask: QueryRows,
  developerId: string,
  traceIds: readonly string[],
): Promise<StoredSpan[]> {
  return (await ask('spans_due', READ_DUE, [developerId, traceIds])).map(toStored);
}

const KEEP = `with written as (insert into spans as kept (developer_id, trace_id, span_id, parent_span_id, role, has_usage, is_complete, names, call_above,
    is_open, state, event, change, due_at, seen_at)
  select $1, t.trace_id, decode(t.span_id, 'hex'), decode(t.parent_id, 'hex'), t.role, t.has_usage, t.is_complete, t.names,
    decode(t.call_above, 'hex'), t.is_open, t.state, t.event, t.change,
    coalesce(t.due_at, now() + t.due_in * interval '1 millisecond'), now()
  from unnest($2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::boolean[], $7::boolean[], $8::text[], $9::text[], $10::boolean[],
    $11::smallint[], $12::text[], $13::text[], $14::integer[], $15::timestamptz[])
    t(trace_id, span_id, parent_id, role, has_usage, is_complete, names, call_above, is_open, state, event, change, due_in, due_at)
  on conflict (developer_id, trace_id, span_id) do update set is_complete = excluded.is_complete, names = excluded.names,
    call_above = excluded.call_above, is_open = excluded.is_open, state = excluded.state, change = excluded.change,
    event = case when excluded.event = '' then kept.event else excluded.event end, due_at = excluded.due_at
  returning span_id, due_at, trace_id)
  select encode(span_id, 'hex'), due_at, replace(trace_id::text, '-', '') from written where due_at is not null`;

/** Stands for the event that a row has already. */
const STORED = '';

/** Writes rows, new ones and changed ones. Returns when the work of each is due, by {@link placeOf}. */
export async function keepSpans(
  ask: QueryRows,
  developerId: string,
  rows: readonly SpanToKeep[],
): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map();
  const kept = await ask('spans_keep', KEEP, [
    developerId,
    rows.map(({ span }) => span.traceId),
    rows.map(({ span }) => span.spanId),
    rows.map(({ span }) => span.parentSpanId),
    rows.map(({ span }) => roles.indexOf(span.role)),
    rows.map(({ span }) => span.hasUsage),
    rows.map(({ span }) => span.isComplete),
    rows.map(({ span }) => writeNames(span)),
    rows.map(({ span }) => span.callAbove),
    rows.map(({ span }) => span.isOpen),
    rows.map(({ span }) => states.indexOf(span.state)),
    rows.map(({ event }) => (event === undefined ? STORED : event && JSON.stringify(event))),
    rows.map(({ change }) => change && JSON.stringify(change)),
    rows.map(({ due }) => (typeof due === 'number' ? due : null)),
    rows.map(({ due }) => (typeof due === 'string' ? due : null)),
  ]);
  return new Map(kept.map(([spanId, dueAt, traceId]) => [`${traceId}${spanId}`, dueAt as string] as const));
}

/** One text for a span of a developer. */
export function placeOf({ traceId, spanId }: { traceId: string; spanId: string }): string {
  return traceId + spanId;
}

const FINISH = `with given as materialized (
    select $1::uuid as developer_id, t.trace_id, decode(t.span_id, 'hex') as span_id, t.due_at
    from unnest($2::uuid[], $3::text[], $4::timestamptz[]) t(trace_id, span_id, due_at))
  update spans s set event = null, change = case when s.due_at = t.due_at then null else s.change end,
    due_at = nullif(s.due_at, t.due_at)
  from given t
  where s.developer_id = t.developer_id and s.trace_id = t.trace_id and s.span_id = t.span_id`;

/** Notes that the work of rows is done, unless more has come since they were read. */
export async function finishSpans(
  ask: QueryRows,
  developerId: string,
  spans: readonly Pick<StoredSpan, 'traceId' | 'spanId' | 'dueAt'>[],
): Promise<void> {
  if (spans.length === 0) return;
  await ask('spans_finish', FINISH, [
    developerId,
    spans.map(({ traceId }) => traceId),
    spans.map(({ spanId }) => spanId),
    spans.map(({ dueAt }) => dueAt),
  ]);
}

function writeNames({ names, resource }: KeptSpan): string | null {
  const hasNames = Object.keys(names).length > 0;
  return hasNames || resource
    ? JSON.stringify({ ...(hasNames && { names }), ...(resource && { resource }) })
    : null;
}

function toStored(row: readonly (string | null)[]): StoredSpan {
  const [
    traceId,
    spanId,
    parentSpanId,
    role,
    usage,
    complete,
    namesText,
    callAbove,
    open,
    state,
    event,
    change,
    dueAt,
  ] = row as [string, string, ...(string | null)[]];
  const { names = {}, resource = null } = parse<{ names?: Names; resource?: ResourceNames }>(namesText) ?? {};
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId ?? null,
    role: roles[Number(role)] ?? 'other',
    hasUsage: usage === 't',
    isComplete: complete === 't',
    names,
    resource,
    callAbove: callAbove ?? null,
    isOpen: open === 't',
    state: states[Number(state)] ?? 'none',
    event: parse<ToldEvent>(event) ?? null,
    change: parse<StoredChange>(change) ?? null,
    dueAt: dueAt ?? null,
  };
}

/** The column was written by {@link keepSpans}. */
function parse<Value>(text: string | null | undefined): Value | undefined {
  return text == null ? undefined : (JSON.parse(text) as Value);
}
