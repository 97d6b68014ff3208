import { newId } from '../../base/ids.ts';
import { toIsoInstant } from '../../base/instants.ts';
import { KeyedSemaphore } from '../../base/keyed-semaphore.ts';
import type { Observer } from '../../base/observer.ts';
import { uuidArray } from '../../database/array-literal.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { QueryRows } from '../../database/query-rows.ts';
import { noteRefusedWrite } from '../../database/write-health.ts';
import { CORRECTIONS, type KindRegistry } from '../../kinds/kind-registry.ts';
import type { Generates, RecordKind } from '../../kinds/record-kind.ts';
import { insertCommitOf } from '../../live/commit-log.ts';
import type { RollupFolder } from '../../rollups/rollup-folder.ts';
import { classifyFailure } from '../failures.ts';
import type { Written } from '../pending-record.ts';
import { readReservations, reservationTable } from '../reservations.ts';
import { Retries } from '../retries.ts';
import { type Following, followParent, generatedIdOf, parentIdOf, valuedIdOf } from './follow-parent.ts';
import { type Change, judge, type Located, refusal } from './judge.ts';
import { causesOf, lockParents, lockRecords, seenVersions } from './locate-records.ts';
import type { PendingCorrection } from './pending-correction.ts';
import { readCorrections } from './read-corrections.ts';
import { upsertNamed } from './upsert-named.ts';
import { type Generated, writeChanges } from './write-changes.ts';

type CorrectorContext = {
  database: Database;
  kinds: KindRegistry;
  /** Also called after failures, which may have committed. */
  onCommit: (developerId: string) => void;
  observer: Observer;
  folder: RollupFolder;
};

/** `again`: the record, or its outcome, changed meanwhile. A later transaction corrects it. */
type Verdict = { kind: 'again' } | { kind: 'refused'; error: unknown } | { kind: 'done' };

/**
 * The only writer of corrections. One transaction locks the records, judges, reserves the keys and writes what the
 * corrections make of them, so that a crash leaves all of it or nothing. An item whose record another transaction has
 * changed meanwhile goes into the next one.
 */
export class Corrector {
  readonly #context: CorrectorContext;
  /** Corrections of one developer go one after the other in this process, rather than wait for locks of each other. */
  readonly #turns = new KeyedSemaphore(1);

  constructor(context: CorrectorContext) {
    this.#context = context;
  }

  /** One result for each item, in order, after commit. */
  correct(kind: RecordKind, developerId: string, items: readonly PendingCorrection[]): Promise<Written[]> {
    if (items.length === 0) return Promise.resolve([]);
    return this.#turns.withPermit(developerId, () => this.#settle(kind, developerId, items));
  }

  async #settle(
    kind: RecordKind,
    developerId: string,
    items: readonly PendingCorrection[],
  ): Promise<Written[]> {
    const { database, observer, onCommit } = this.#context;
    const results = new Map<PendingCorrection, Written>();
    const retries = new Retries(items);
    let open: readonly PendingCorrection[] = items;
    let mayBeWritten = false;
    let failure: unknown;
    while (open.length > 0) {
      const began = Date.now();
      try {
        if (mayBeWritten) open = await this.#findWritten(kind, developerId, open, results);
        mayBeWritten = false;
        open = await this.#attempt(kind, developerId, open, results);
        database.writes.failingUntil = 0;
      } catch (error) {
        failure = error;
        const what = classifyFailure(error);
        if (what === 'poison' && open.length > 1) {
          await this.#isolate(kind, developerId, open, results);
          break;
        }
        if (what === 'refused') noteRefusedWrite(database.writes);
        try {
          retries.allow(what === 'poison' ? 'broken' : what, error, began);
        } catch (final) {
          failure = final;
          break;
        }
        observer.onRetry?.(kind.name, what);
        mayBeWritten = true;
        await retries.pause();
      }
    }
    onCommit(developerId);
    return items.map((item) => results.get(item) ?? { kind: 'failed', error: failure });
  }

  /** Each item alone, so that a bad one fails alone. */
  async #isolate(
    kind: RecordKind,
    developerId: string,
    open: readonly PendingCorrection[],
    results: Map<PendingCorrection, Written>,
  ): Promise<void> {
    for (const item of open) {
      const [written] = await this.#settle(kind, developerId, [item]);
      if (written) results.set(item, written);
    }
  }

  /** Finds the corrections that a transaction without an answer has written. */
  async #findWritten(
    kind: RecordKind,
    developerId: string,
    open: readonly PendingCorrection[],
    results: Map<PendingCorrection, Written>,
  ): Promise<readonly PendingCorrection[]> {
    const ids = open.map(({ id }) => id);
    const texts = await readCorrections(this.#context.database, kind, developerId, ids);
    for (const item of open) {
      const text = texts.get(item.id);
      if (text !== undefined) results.set(item, { kind: 'created', text });
    }
    return open.filter((item) => !results.has(item));
  }

  /** Returns the items without a result. */
  async #attempt(
    kind: RecordKind,
    developerId: string,
    open: readonly PendingCorrection[],
    results: Map<PendingCorrection, Written>,
  ): Promise<readonly PendingCorrection[]> {
    const { database, folder } = this.#context;
    const free = await this.#replay(kind, developerId, open, results);
    const turn = oneForEach(free);
    const verdicts = await this.#transact(kind, developerId, turn);
    const done = turn.filter((item) => verdicts.get(item)?.kind === 'done');
    const ids = done.map(({ id }) => id);
    const texts = ids.length > 0 ? await readCorrections(database, kind, developerId, ids) : undefined;
    for (const item of done) results.set(item, { kind: 'created', text: texts?.get(item.id) as string });
    folder.addUnfolded(developerId, done.length);
    const refused = turn.filter((item) => verdicts.get(item)?.kind === 'refused');
    // A refused item may be the retry of one that has just been done.
    for (const item of await this.#replay(kind, developerId, refused, results)) {
      const verdict = verdicts.get(item);
      if (verdict?.kind === 'refused') results.set(item, { kind: 'failed', error: verdict.error });
    }
    return free.filter((item) => !results.has(item));
  }

  /** Settles the items whose keys are taken, and returns the others. */
  async #replay(
    kind: RecordKind,
    developerId: string,
    items: readonly PendingCorrection[],
    results: Map<PendingCorrection, Written>,
  ): Promise<PendingCorrection[]> {
    const { database } = this.#context;
    const hashes = items.flatMap(({ reservation }) => reservation?.keyHash ?? []);
    if (hashes.length === 0) return [...items];
    const holders = await readReservations(database, developerId, hashes);
    const held = items.filter(({ reservation }) => reservation && holders.has(reservation.keyHash));
    const ids = held.flatMap(({ reservation }) => holders.get(reservation?.keyHash ?? '')?.recordId ?? []);
    const texts = ids.length > 0 ? await readCorrections(database, kind, developerId, ids) : new Map();
    for (const item of held) {
      const holder = holders.get(item.reservation?.keyHash ?? '');
      const text = texts.get(holder?.recordId ?? '');
      if (holder?.fingerprint !== item.reservation?.fingerprint)
        results.set(item, {
          kind: 'reused',
          by: text === undefined ? 'other operation' : 'idempotency key',
        });
      else if (text !== undefined)
        // A lost transaction wrote this item.
        results.set(item, { kind: holder?.recordId === item.id ? 'created' : 'replayed', text });
      else
        results.set(item, {
          kind: 'failed',
          error: new Error(`An idempotency reservation names a missing correction: ${holder?.recordId}`),
        });
    }
    return items.filter((item) => !results.has(item));
  }

  async #transact(
    kind: RecordKind,
    developerId: string,
    items: readonly PendingCorrection[],
  ): Promise<Map<PendingCorrection, Verdict>> {
    const verdicts = new Map<PendingCorrection, Verdict>();
    if (items.length === 0) return verdicts;
    const { database } = this.#context;
    await inTransaction(database, async (ask) => {
      const voidedParents = await this.#parentsOfRestored(ask, kind, developerId, items);
      const found = await locate(
        ask,
        kind,
        developerId,
        items.map(({ recordId }) => recordId),
      );
      const outcomes = kind.generates
        ? await locate(
            ask,
            kind.generates.kind,
            developerId,
            items.map(({ recordId }) => generatedIdOf(recordId)),
          )
        : undefined;
      const judged: { item: PendingCorrection; change: Change }[] = [];
      for (const item of items) {
        if (found.changed.has(item.recordId) || outcomes?.changed.has(generatedIdOf(item.recordId))) {
          verdicts.set(item, { kind: 'again' });
          continue;
        }
        try {
          if (item.action === 'restore' && voidedParents.has(item.recordId))
            throw refusal(
              'action',
              'cannot be "restore", because the goal or event that generated it is voided',
            );
          judged.push({ item, change: judge(kind, item, found.located.get(item.recordId)) });
        } catch (error) {
          verdicts.set(item, { kind: 'refused', error });
        }
      }
      const won = await reserve(
        ask,
        developerId,
        judged.map(({ item }) => item),
      );
      const taken = judged.filter(({ item }) => won.has(item));
      for (const { item } of judged) verdicts.set(item, { kind: won.has(item) ? 'done' : 'again' });
      if (taken.length === 0) return;
      const changes = await upsertNamed(
        { ask, database, developerId },
        kind,
        taken.map(({ change }) => change),
      );
      const [[clock] = []] = await ask(
        'corrections_clock',
        "select date_trunc('milliseconds', clock_timestamp())",
        [],
      );
      const at = toIsoInstant(clock as string);
      const writing = { ask, developerId, at };
      await writeChanges(writing, { kind, changes, generated: [] });
      const followed =
        kind.generates && outcomes
          ? await follow({ ...writing, kind, generates: kind.generates }, changes, outcomes.located)
          : undefined;
      if (followed) await writeChanges(writing, followed);
      const all = [...changes, ...(followed?.changes ?? [])];
      await insertCommitOf(
        ask,
        developerId,
        CORRECTIONS,
        all.map(({ id }) => id),
      );
    });
    return verdicts;
  }

  /** The items that restore an outcome whose goal or event is voided, by the id of the outcome. */
  async #parentsOfRestored(
    ask: QueryRows,
    kind: RecordKind,
    developerId: string,
    items: readonly PendingCorrection[],
  ): Promise<Set<string>> {
    const parentIds = items.flatMap(({ action, recordId }) =>
      action === 'restore' ? (parentIdOf(recordId) ?? []) : [],
    );
    const voided = new Set<string>();
    if (parentIds.length === 0) return voided;
    for (const parent of this.#context.kinds.parentsOf(kind))
      for (const id of await lockParents({ ask, kind: parent, developerId, ids: parentIds }))
        voided.add(generatedIdOf(id));
    return voided;
  }
}

/** The first item of each record and of each key: the others wait for their turn. */
function oneForEach(items: readonly PendingCorrection[]): PendingCorrection[] {
  const seen = new Set<string>();
  return items.filter(({ recordId, reservation }) => {
    const names = [recordId, ...(reservation ? [reservation.keyHash] : [])];
    if (names.some((name) => seen.has(name))) return false;
    for (const name of names) seen.add(name);
    return true;
  });
}

/** `changed`: records that another transaction has changed since this one looked. */
type Locating = { located: Map<string, Located>; changed: Set<string> };

async function locate(
  ask: QueryRows,
  kind: RecordKind,
  developerId: string,
  ids: readonly string[],
): Promise<Locating> {
  const of = { ask, kind, developerId, ids };
  const seen = await seenVersions(of);
  const located = await lockRecords(of, seen);
  return { located, changed: new Set([...seen.keys()].filter((id) => !located.has(id))) };
}

/** Sorted by hash, as recording sorts its reservations. Returns the items that hold their key, or have none. */
async function reserve(
  ask: QueryRows,
  developerId: string,
  items: readonly PendingCorrection[],
): Promise<Set<PendingCorrection>> {
  const keyed = items.flatMap((item) => (item.reservation ? [{ item, ...item.reservation }] : []));
  const free = items.filter(({ reservation }) => !reservation);
  if (keyed.length === 0) return new Set(free);
  const rows = await ask(
    'corrections_reserve',
    `insert into ${reservationTable} (developer_id, key_hash, fingerprint, record_id)
     select $1::uuid, t.* from unnest($2::uuid[], $3::uuid[], $4::uuid[]) t(key_hash, fingerprint, record_id)
     order by key_hash on conflict do nothing returning replace(key_hash::text, '-', '')`,
    [
      developerId,
      uuidArray(keyed.map(({ keyHash }) => keyHash)),
      uuidArray(keyed.map(({ fingerprint }) => fingerprint)),
      uuidArray(keyed.map(({ item }) => item.id)),
    ],
  );
  const won = new Set(rows.map(([hash]) => hash));
  return new Set([...free, ...keyed.filter(({ keyHash }) => won.has(keyHash)).map(({ item }) => item)]);
}

type Following_ = { ask: QueryRows; developerId: string; at: string; kind: RecordKind; generates: Generates };

/** What the corrections of goals and events do to the outcomes that these generate. */
async function follow(
  { ask, developerId, at, kind, generates }: Following_,
  parents: readonly Change[],
  outcomes: ReadonlyMap<string, Located>,
): Promise<{ kind: RecordKind; changes: Change[]; generated: Generated[] }> {
  const voided = [...outcomes.values()].filter(({ isVoided }) => isVoided);
  const causes = await causesOf({ ask, developerId }, voided);
  const members = parents.flatMap(({ after }) => (after && valuedIdOf({ generates, kind }, after)) ?? []);
  const values = await valuesOf(ask, generates, developerId, members);
  const changes: Change[] = [];
  const generated: Generated[] = [];
  for (const change of parents) {
    const outcomeId = generatedIdOf(change.recordId);
    const outcome = { found: outcomes.get(outcomeId), voidedBy: causes.get(outcomeId) };
    const member = change.after ? valuedIdOf({ generates, kind }, change.after) : undefined;
    const value = values.get(member ?? '') ?? null;
    const following: Following = followParent({ generates, kind, change }, outcome, value);
    if (following.kind === 'change') changes.push({ ...following.change, id: newId() });
    if (following.kind === 'new')
      generated.push({ recordId: following.recordId, state: { ...following.state, createdAt: at } });
  }
  return { kind: generates.kind, changes, generated };
}

async function valuesOf(
  ask: QueryRows,
  { valued }: Generates,
  developerId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ask(
    `${valued.table}_values`,
    `select id, value from ${valued.table} where developer_id = $1 and id = any($2::uuid[]) and value is not null`,
    [developerId, uuidArray(ids)],
  );
  return new Map(rows.map(([id, value]) => [id as string, value as string]));
}
