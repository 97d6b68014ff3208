import { OutturnError } from '../../base/errors.ts';
import { KeyedSemaphore } from '../../base/keyed-semaphore.ts';
import type { Observer } from '../../base/observer.ts';
import type { Database } from '../../database/database.ts';
import { noteRefusedWrite } from '../../database/write-health.ts';
import type { KindRegistry } from '../../kinds/kind-registry.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import type { RollupFolder } from '../../rollups/rollup-folder.ts';
import { classifyFailure } from '../failures.ts';
import type { Written } from '../pending-record.ts';
import { readReservations } from '../reservations.ts';
import { Retries } from '../retries.ts';
import { correctInTransaction } from './correct-in-transaction.ts';
import type { PendingCorrection } from './pending-correction.ts';
import { readCorrections } from './read-corrections.ts';

type CorrectorContext = {
  database: Database;
  kinds: KindRegistry;
  /** Also called after failures, which may have committed. */
  onCommit: (developerId: string) => void;
  observer: Observer;
  folder: RollupFolder;
};

/**
 * The only writer of corrections. One transaction locks the records, judges, reserves the keys and writes what the
 * corrections make of them, so that a crash leaves all of it or nothing. An item whose record another transaction has
 * changed meanwhile goes into the next one.
 */
export class Corrector {
  readonly #context: CorrectorContext;
  /** Corrections of one developer go one after the other in this process, rather than wait for locks of each other. */
  readonly #turns = new KeyedSemaphore(1, tooMany);

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
    const verdicts = await correctInTransaction(this.#context, kind, developerId, turn);
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
}

function tooMany(): OutturnError {
  const message = 'Too many corrections of this account are waiting to be written. Retry after a second.';
  return new OutturnError('Rate Limit Exceeded', { message, retryAfter: 1 });
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
