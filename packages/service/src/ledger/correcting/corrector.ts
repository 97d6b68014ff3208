import { OutturnError } from '../../base/errors.ts';
import { KeyedSemaphore } from '../../base/keyed-semaphore.ts';
import type { Observer } from '../../base/observer.ts';
import type { Database } from '../../database/database.ts';
import { noteRefusedWrite } from '../../database/write-health.ts';
import type { KindRegistry } from '../../kinds/kind-registry.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import { readAsRecorded } from '../../reading/read-records.ts';
import type { RollupFolder } from '../../rollups/rollup-folder.ts';
import { classifyFailure } from '../failures.ts';
import { type Keyed, reservationsOf, type Written } from '../pending-record.ts';
import { resolveReservations } from '../resolve-reservations.ts';
import { Retries } from '../retries.ts';
import { correctInTransaction, type Verdict } from './correct-in-transaction.ts';
import type { PendingCorrection } from './pending-correction.ts';
import type { PendingRefund } from './pending-refund.ts';
import { readCorrections } from './read-corrections.ts';
import { refundInTransaction } from './refund-in-transaction.ts';
import { isRefundable } from './refund-rules.ts';

type CorrectorContext = {
  database: Database;
  kinds: KindRegistry;
  /** Also called after failures, which may have committed. */
  onCommit: (developerId: string) => void;
  observer: Observer;
  folder: RollupFolder;
};

/** One kind of items of one developer. */
type Job<Item extends Keyed> = {
  kind: RecordKind;
  developerId: string;
  /** One transaction. */
  write(items: readonly Item[]): Promise<Map<Item, Verdict>>;
  /** JSON by id of what was written. */
  read(ids: readonly string[]): Promise<Map<string, string>>;
  /** The records of which a transaction writes one item alone. */
  recordsOf(item: Item): readonly string[];
};

/** Items, and when each came, in Unix time in milliseconds. */
type Queued = Keyed & { readonly queuedAt: number };

/**
 * The only writer of corrections and refunds. One transaction locks the records, judges, reserves the keys and writes what
 * the items make of the records, so that a crash leaves all of it or nothing. An item whose record another transaction has
 * changed meanwhile goes into the next one.
 */
export class Corrector {
  readonly #context: CorrectorContext;
  /** Items of one developer go one after the other in this process, rather than wait for locks of each other. */
  readonly #turns = new KeyedSemaphore(1, tooMany);

  constructor(context: CorrectorContext) {
    this.#context = context;
  }

  /** One result for each item, in order, after commit. */
  correct(kind: RecordKind, developerId: string, items: readonly PendingCorrection[]): Promise<Written[]> {
    const { database } = this.#context;
    return this.#inTurn(items, {
      kind,
      developerId,
      write: (open) => correctInTransaction(this.#context, kind, developerId, open),
      read: (ids) => readCorrections(database, kind, developerId, ids),
      recordsOf: ({ recordId }) => [recordId],
    });
  }

  /** One result for each item, in order, after commit. */
  refund(kind: RecordKind, developerId: string, items: readonly PendingRefund[]): Promise<Written[]> {
    const { database } = this.#context;
    if (!isRefundable(kind)) throw new Error(`Records of the kind ${kind.name} have no refunds.`);
    return this.#inTurn(items, {
      kind,
      developerId,
      write: (open) => refundInTransaction(database, kind, developerId, open),
      read: (ids) => readAsRecorded(database, kind, developerId, ids),
      recordsOf: () => [],
    });
  }

  #inTurn<Item extends Queued>(items: readonly Item[], job: Job<Item>): Promise<Written[]> {
    if (items.length === 0) return Promise.resolve([]);
    return this.#turns.withPermit(job.developerId, () => this.#settle(job, items));
  }

  async #settle<Item extends Queued>(job: Job<Item>, items: readonly Item[]): Promise<Written[]> {
    const { database, observer, onCommit } = this.#context;
    const results = new Map<Item, Written>();
    const retries = new Retries(items);
    let open: readonly Item[] = items;
    let mayBeWritten = false;
    let failure: unknown;
    while (open.length > 0) {
      const began = Date.now();
      try {
        if (mayBeWritten) open = await this.#findWritten(job, open, results);
        mayBeWritten = false;
        open = await this.#attempt(job, open, results);
        database.writes.failingUntil = 0;
      } catch (error) {
        failure = error;
        const what = classifyFailure(error);
        if (what === 'poison' && open.length > 1) {
          await this.#isolate(job, open, results);
          break;
        }
        if (what === 'refused') noteRefusedWrite(database.writes);
        try {
          retries.allow(what === 'poison' ? 'broken' : what, error, began);
        } catch (final) {
          failure = final;
          break;
        }
        observer.onRetry?.(job.kind.name, what);
        mayBeWritten = true;
        await retries.pause();
      }
    }
    onCommit(job.developerId);
    return items.map((item) => results.get(item) ?? { kind: 'failed', error: failure });
  }

  /** Each item alone, so that a bad one fails alone. */
  async #isolate<Item extends Queued>(
    job: Job<Item>,
    open: readonly Item[],
    results: Map<Item, Written>,
  ): Promise<void> {
    for (const item of open) {
      const [written] = await this.#settle(job, [item]);
      if (written) results.set(item, written);
    }
  }

  /** Finds the items that a transaction without an answer has written. */
  async #findWritten<Item extends Queued>(
    { read }: Job<Item>,
    open: readonly Item[],
    results: Map<Item, Written>,
  ): Promise<readonly Item[]> {
    const texts = await read(open.map(({ id }) => id));
    for (const item of open) {
      const text = texts.get(item.id);
      if (text !== undefined) results.set(item, { kind: 'created', text });
    }
    return open.filter((item) => !results.has(item));
  }

  /** Returns the items without a result. */
  async #attempt<Item extends Queued>(
    job: Job<Item>,
    open: readonly Item[],
    results: Map<Item, Written>,
  ): Promise<readonly Item[]> {
    const turn = await this.#replay(job, oneForEach(job, open), results);
    const verdicts = await job.write(turn);
    for (const item of turn) {
      const verdict = verdicts.get(item);
      if (verdict?.kind === 'done') results.set(item, { kind: 'created', text: verdict.text });
    }
    this.#context.folder.addUnfolded(job.developerId, turn.filter((item) => results.has(item)).length);
    const refused = turn.filter((item) => verdicts.get(item)?.kind === 'refused');
    // A refused item may be the retry of one that has just been done.
    for (const item of await this.#replay(job, refused, results)) {
      const verdict = verdicts.get(item);
      if (verdict?.kind === 'refused') results.set(item, { kind: 'failed', error: verdict.error });
    }
    return open.filter((item) => !results.has(item));
  }

  /** Settles the items whose keys are taken, and returns the others. */
  async #replay<Item extends Queued>(
    { developerId, read }: Job<Item>,
    items: readonly Item[],
    results: Map<Item, Written>,
  ): Promise<Item[]> {
    const reading = { database: this.#context.database, developerId, read };
    const { written, open } = await resolveReservations(reading, items);
    for (const [item, result] of written) results.set(item, result);
    return open;
  }
}

function tooMany(): OutturnError {
  const message = 'Too many corrections of this account are waiting to be written. Retry after a second.';
  return new OutturnError('Rate Limit Exceeded', { message, retryAfter: 1 });
}

/** The first item of each record and of each key: the others wait for their turn. */
function oneForEach<Item extends Queued>({ recordsOf }: Job<Item>, items: readonly Item[]): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const names = [...recordsOf(item), ...reservationsOf(item).map(({ keyHash }) => keyHash)];
    if (names.some((name) => seen.has(name))) return false;
    for (const name of names) seen.add(name);
    return true;
  });
}
