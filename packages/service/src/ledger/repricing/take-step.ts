import { fromUnits } from '../../base/decimal-units.ts';
import { newId } from '../../base/ids.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { HIDDEN_TENANT, rowById, versionById } from '../../database/lookup-sql.ts';
import type { QueryRows } from '../../database/query-rows.ts';
import { REPRICINGS } from '../../kinds/kind-registry.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import { insertCommitOf } from '../../live/commit-log.ts';
import type { PriceBook } from '../../price-book/price-book.ts';
import type { Change, Located } from '../correcting/judge.ts';
import { lockRecords } from '../correcting/locate-records.ts';
import { type Author, authors } from '../correcting/pending-correction.ts';
import { nameOf } from '../correcting/read-corrections.ts';
import { readClock, writeChanges } from '../correcting/write-changes.ts';
import {
  addTo,
  type Costs,
  costNames,
  type Figures,
  noFigures,
  type Place,
  type RepricingScope,
  readCandidates,
  repriced,
  withCosts,
} from './repriced.ts';

/** Events that one transaction looks at. */
const STEP = 1_000;

type StoredRun = {
  id: string;
  revertsId: string | null;
  scope: RepricingScope;
  after: Place | undefined;
  /** As stored, to compare. */
  position: readonly (string | null)[];
  reason: string;
  author: Author;
};

/** `contended`: another gateway is at the run, or an event changed meanwhile. `events`: how many were amended. */
export type StepResult = { kind: 'done' | 'contended' } | { kind: 'taken'; events: number };

type StepContext = { database: Database; kind: RecordKind; developerId: string; prices: PriceBook };

/**
 * The next part of a run, in one transaction with the place that the run has come to: so any gateway goes on after a crash, and
 * no event is amended twice. What it reads first is read before the transaction has a number, for the reason that corrections
 * have: the versions of an event, and the numbers of their transactions, have one order. An event that has another version once
 * it is locked is not amended: a revert leaves it as it is, and a run looks again, because its cost, model or time may differ.
 */
export async function takeStep(context: StepContext, runId: string): Promise<StepResult> {
  const { database, kind, developerId } = context;
  return inTransaction(database, async (ask): Promise<StepResult> => {
    if (!(await claimRun(ask, runId))) return { kind: 'contended' };
    const run = await readRun(ask, developerId, runId);
    if (!run) return { kind: 'done' };
    const part =
      run.revertsId === null ? await nextEvents(ask, context, run) : await nextAmendments(ask, context, run);
    const ids = part.items.map(({ recordId }) => recordId);
    if (!(await lockRun(ask, developerId, run))) return { kind: 'contended' };
    const located = await lockRecords({ ask, kind, developerId, ids });
    const figures = noFigures();
    const changes: Change[] = [];
    let kept = 0;
    for (const { recordId, version, costs } of part.items) {
      const found = located.get(recordId);
      if (found?.version !== version || found.isVoided) {
        if (run.revertsId === null) throw new Contended();
        kept++;
        continue;
      }
      addTo(figures, costsIn(kind, found.row.values), costs);
      changes.push(changeOf(run, found, { ...found.row, values: withCosts(kind, found.row.values, costs) }));
    }
    const at = await readClock(ask);
    if (changes.length > 0) {
      await writeChanges({ ask, developerId, at }, { kind, changes, added: [] });
      await writeStep(ask, developerId, run.id, figures);
    }
    await moveOn(ask, developerId, run, {
      figures,
      kept,
      at,
      last: part.last,
    });
    return { kind: 'taken', events: changes.length };
  }).catch((error: unknown) => {
    if (error instanceof Contended) return { kind: 'contended' };
    throw error;
  });
}

/** Thrown to roll back: an event has changed since the step looked at it. */
class Contended extends Error {}

function changeOf(
  { id: runId, reason, author }: StoredRun,
  { row, version }: Located,
  after: Change['after'],
): Change {
  return {
    id: newId(),
    recordId: row.id,
    action: 'amend',
    version: version + 1,
    before: row,
    after,
    reason,
    author,
    causeId: null,
    runId,
  };
}

/**
 * `costs` are those that an event gets, if it still has the version that was read. `last` is the place behind the part;
 * undefined if nothing follows.
 */
type Part = { items: { recordId: string; version: number; costs: Costs }[]; last: Place | undefined };

async function nextEvents(
  ask: QueryRows,
  { kind, developerId, prices }: StepContext,
  run: StoredRun,
): Promise<Part> {
  const { scope, after } = run;
  const current = await prices.read(ask, developerId);
  const { candidates, looked, last } = await readCandidates(ask, kind, {
    developerId,
    scope,
    after,
    limit: STEP,
  });
  return {
    items: candidates.flatMap(({ id, version, values }) => {
      const change = repriced(kind, values, current);
      return change ? [{ recordId: id, version, costs: change.after }] : [];
    }),
    last: looked < STEP ? undefined : last,
  };
}

/** The amendments of the run that this one undoes. An event that was corrected since keeps its cost. */
async function nextAmendments(
  ask: QueryRows,
  { kind, developerId }: StepContext,
  run: StoredRun,
): Promise<Part> {
  const columns = costNames.map((name) => `t.${kind.columnNames[name]}`).join(', ');
  const old = versionById(kind.past, 'c.record_id', { columns, condition: 't.version = c.version - 1' });
  const rows = await ask(
    'repricings_amendments',
    `select c.id, c.record_id, c.version, old.* from (
       select id, record_id, version from corrections
       where developer_id = ${HIDDEN_TENANT} and run_id = $2 and id > $3 order by run_id, id limit ${STEP}) c
       cross join lateral (${old}) old order by c.id`,
    [developerId, run.revertsId, run.after?.id ?? '00000000-0000-0000-0000-000000000000'],
    { isPrepared: false },
  );
  const last = rows.at(-1);
  return {
    items: rows.map(([, recordId, version, cost = null, computedCost = null, costSource = null]) => ({
      recordId: recordId as string,
      version: Number(version),
      costs: { cost, computedCost, costSource },
    })),
    last: rows.length < STEP || !last ? undefined : { at: '-infinity', id: last[0] as string },
  };
}

function costsIn(kind: RecordKind, values: readonly (string | null)[]): Costs {
  const of = (property: string) =>
    values[kind.columns.findIndex(({ name }) => name === kind.columnNames[property])] ?? null;
  // One entry for each name.
  return Object.fromEntries(costNames.map((name) => [name, of(name)])) as Costs;
}

const stored = 'id, reverts_id, from_at, to_at, model, provider, after_at, after_id, reason, by_kind, by_id';

async function readRun(ask: QueryRows, developerId: string, id: string): Promise<StoredRun | undefined> {
  const [row] = await ask(
    'repricings_run',
    `select ${stored} from (${rowById('repricings', '$2', '*')}) t where state = 'running'`,
    [developerId, id],
  );
  if (!row) return undefined;
  const [, revertsId, from, to, model, provider, afterAt, afterId, reason, byKind, byId] = row as string[];
  return {
    id,
    revertsId: revertsId ?? null,
    // Columns that are never null.
    scope: { from: from as string, to: to as string, model: model ?? null, provider: provider ?? null },
    after: afterId == null ? undefined : { at: afterAt as string, id: afterId },
    position: [afterAt ?? null, afterId ?? null],
    reason: reason as string,
    author: { kind: nameOf(authors, byKind), id: byId as string },
  };
}

/** False if another gateway is at the run. Unlike the lock of a row, this one gives the transaction no number. */
async function claimRun(ask: QueryRows, id: string): Promise<boolean> {
  const sql = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0))';
  const [[isClaimed] = []] = await ask('repricings_claim', sql, [`repricing ${id}`]);
  return isClaimed === 't';
}

/** False if another gateway has taken this step. */
async function lockRun(ask: QueryRows, developerId: string, { id, position }: StoredRun): Promise<boolean> {
  const rows = await ask(
    'repricings_lock',
    `select id from (${rowById('repricings', '$2', '*')} for update skip locked) t
     where state = 'running' and after_at is not distinct from $3::timestamptz and after_id is not distinct from $4::uuid`,
    [developerId, id, ...position],
  );
  return rows.length === 1;
}

async function writeStep(
  ask: QueryRows,
  developerId: string,
  runId: string,
  figures: Figures,
): Promise<void> {
  const { events, oldCost, newCost } = figures;
  const id = newId();
  await ask(
    'repricing_steps_add',
    'insert into repricing_steps (developer_id, id, repricing_id, events, cost_change) values ($1, $2, $3, $4, $5)',
    [developerId, id, runId, events, fromUnits(newCost - oldCost)],
  );
  await insertCommitOf(ask, developerId, REPRICINGS, [id]);
}

type Progress = { figures: Figures; kept: number; at: string; last: Place | undefined };

async function moveOn(
  ask: QueryRows,
  developerId: string,
  run: StoredRun,
  { figures: { events, unpricedBefore, oldCost, newCost }, kept, at, last }: Progress,
): Promise<void> {
  const place = last ?? run.after;
  await ask(
    'repricings_move',
    `update repricings set events = events + $3, unpriced_before = unpriced_before + $4, old_cost = old_cost + $5,
       new_cost = new_cost + $6, kept_events = kept_events + $7, after_at = $8::timestamptz, after_id = $9::uuid,
       state = $10, finished_at = $11::timestamptz where developer_id = $1 and id = $2`,
    [
      developerId,
      run.id,
      events,
      unpricedBefore,
      fromUnits(oldCost),
      fromUnits(newCost),
      kept,
      place?.at ?? null,
      place?.id ?? null,
      last ? 'running' : 'done',
      last ? null : at,
    ],
  );
}

/** Ends a run that cannot go on. What it has done stays. */
export async function endFailed(ask: QueryRows, { developerId, id }: Run): Promise<void> {
  await ask(
    'repricings_fail',
    `update repricings set state = 'failed', finished_at = date_trunc('milliseconds', clock_timestamp())
     where developer_id = $1 and id = $2 and state = 'running'`,
    [developerId, id],
  );
}

export type Run = { developerId: string; id: string };

/** The runs that have not ended, of all developers. */
export async function runningRuns(ask: QueryRows): Promise<Run[]> {
  const rows = await ask(
    'repricings_running',
    `select developer_id, id from repricings where state = 'running' order by id`,
    [],
  );
  return rows.map(([developerId, id]) => ({ developerId: developerId as string, id: id as string }));
}
