import { sha128 } from '../base/sha128.ts';
import type { Counted, Source } from '../base/telemetry-counts.ts';
import type { Database } from '../database/database.ts';

/** Milliseconds between two writes. */
const WRITE_EVERY = 1_000;
/** Sources of a developer and an hour. */
const MAX_SOURCES = 1_000;
/** Stands for the sources beyond these. */
const OTHER = 'other';
/** Characters of a reason. */
export const MAX_REASON = 300;
const KEPT_DAYS = 7;

/** A source that is new when there are enough of them is counted as another one. */
const WRITE = `with given as (
    select t.* from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::uuid[])
      t(source_id, signal, software, name, outcome, count, reason, other_id)),
  known as materialized (
    select distinct source_id from trace_sources where developer_id = $1 and hour = date_trunc('hour', now(), 'UTC')),
  added as (
    select source_id, row_number() over () + (select count(*) from known) as place
    from (select distinct source_id from given where source_id not in (select source_id from known)) n),
  placed as (
    select g.*, coalesce(a.place, 0) > ${MAX_SOURCES} as is_other from given g left join added a using (source_id))
  insert into trace_sources as s (developer_id, hour, source_id, outcome, signal, software, name, count, reason, last_at)
  select $1, date_trunc('hour', now(), 'UTC'),
    case when is_other then other_id else source_id end, outcome, signal,
    case when is_other then '${OTHER}' else software end, case when is_other then '${OTHER}' else name end, sum(count), max(reason), now()
  from placed group by 3, outcome, signal, 6, 7
  order by 3, outcome
  on conflict (developer_id, hour, source_id, outcome) do update set count = s.count + excluded.count,
    reason = coalesce(excluded.reason, s.reason), last_at = excluded.last_at`;

/**
 * Counts what becomes of telemetry, and writes the sums once a second. They serve the page Traces: a gateway that is killed loses
 * those of its last second.
 */
export class SourceCounts {
  readonly #database: Database;
  readonly #onFailure: (cause: unknown) => void;
  /** By developer, then by source and outcome. */
  #open = new Map<string, Map<string, Counted>>();
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<void> | undefined;

  constructor(database: Database, onFailure: (cause: unknown) => void) {
    this.#database = database;
    this.#onFailure = onFailure;
    this.#timer = setInterval(() => void this.#write(), WRITE_EVERY);
    this.#timer.unref();
  }

  add(developerId: string, counted: Counted): void {
    const open = this.#open.get(developerId) ?? new Map<string, Counted>();
    this.#open.set(developerId, open);
    const isFull = open.size >= MAX_SOURCES && !open.has(keyOf(counted));
    const { source, outcome, reason, count } = isFull
      ? { ...counted, source: otherOf(counted.source) }
      : counted;
    const key = keyOf({ source, outcome });
    const before = open.get(key);
    const latest = reason ?? before?.reason;
    open.set(key, {
      source,
      outcome,
      count: count + (before?.count ?? 0),
      ...(latest !== undefined && { reason: latest }),
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
    // What came while the last was written.
    await this.#write();
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeOpen()
      .catch(this.#onFailure)
      .finally(() => {
        this.#writing = undefined;
      });
    return this.#writing;
  }

  async #writeOpen(): Promise<void> {
    const open = this.#open;
    this.#open = new Map();
    const failures: unknown[] = [];
    for (const [developerId, counts] of open)
      await writeCounts(this.#database, developerId, [...counts.values()]).catch((cause: unknown) => {
        failures.push(cause);
        // The next write has them.
        for (const counted of counts.values()) this.add(developerId, counted);
      });
    if (failures.length > 0) throw failures[0];
  }
}

async function writeCounts(
  database: Database,
  developerId: string,
  counts: readonly Counted[],
): Promise<void> {
  await database.quick('trace_sources_write', WRITE, [
    developerId,
    counts.map(({ source }) => idOf(source)),
    counts.map(({ source }) => source.signal),
    counts.map(({ source }) => source.software),
    counts.map(({ source }) => source.name),
    counts.map(({ outcome }) => outcome),
    counts.map(({ count }) => count),
    counts.map(({ reason }) => reason?.slice(0, MAX_REASON) ?? null),
    counts.map(({ source }) => idOf(otherOf(source))),
  ]);
}

function otherOf({ signal }: Source): Source {
  return { signal, software: OTHER, name: OTHER };
}

function keyOf({ source, outcome }: Pick<Counted, 'source' | 'outcome'>): string {
  return JSON.stringify([source.signal, source.software, source.name, outcome]);
}

function idOf({ signal, software, name }: Source): string {
  return sha128(JSON.stringify([signal, software, name]));
}

export async function forgetSources(database: Database): Promise<void> {
  await database.rows(
    'trace_sources_forget',
    `delete from trace_sources where hour < now() - ${KEPT_DAYS} * interval '1 day'`,
    [],
  );
}
