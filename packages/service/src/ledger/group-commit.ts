import { OutturnError } from '../base/errors.ts';
import type { Room } from './memory-budget.ts';

/** At most so much travels in one statement. */
const MAX_BATCH = 1000;
/**
 * So much that waits is worth a second statement beside the one in flight, which is at work while the first waits for
 * the disk; less is cheaper in the next.
 */
const SECOND_AT = 24;
/** So little is not worth two statements. */
export const WHOLE = 16;

/**
 * An item that waits for its statement. Items that share a claim never travel at once: the later must see the first. The
 * weight counts rows of usual size.
 */
export type Queued = { readonly claims: readonly string[]; readonly weight: number };

type Options<Item, Result> = {
  /** Sends one statement. Resolves to the result of each item in order; a rejection is that of every caller in it. */
  send(items: Item[]): Promise<readonly Result[]>;
  /** How much the next statement takes of what waits, after one of weight `last`; {@link evenShare} if absent. */
  take?: (waiting: number, last: number) => number;
  /** The result of an item with the claims of an original that was just settled, if the original tells it. */
  settleLike?: (item: Item, original: Item, result: Result) => Result | undefined;
  /** What may wait, in weight; no limit if absent. */
  capacity?: number;
  /** What it shares with other queues. */
  room?: Room;
  /** A statement that takes longer, in milliseconds, keeps no other waiting. */
  freeSlotAfter?: number;
  /** Calls back when items that are made at the same time have been added; `setImmediate` if absent. */
  schedule?: (start: () => void) => void;
  onIdle?: () => void;
};

/** Items that were added together; their caller hears once, when the last of them is settled. */
type Group<Result> = {
  left: number;
  results: Result[];
  resolve: (results: Result[]) => void;
  reject: (error: unknown) => void;
};

/** A statement in flight. */
type Statement = { hasSlot: boolean; timer: NodeJS.Timeout | undefined };

type Entry<Item, Result> = { item: Item; group: Group<Result>; index: number; slots: readonly number[] };

/**
 * Group commit: one statement in flight (two when much waits), and whatever arrives meanwhile travels together in the
 * next. There are no timers: an idle queue sends at once.
 */
export class GroupCommit<Item extends Queued, Result> {
  readonly #options: Options<Item, Result>;
  #waiting: Entry<Item, Result>[] = [];
  /** Weight of what waits. */
  #weight = 0;
  /** Weight with what is under way: what it has of the room. */
  #taken = 0;
  /** Statements in flight that keep others waiting. */
  #inFlight = 0;
  /** The slots of the claims in flight. */
  readonly #held = new Set<number>();
  /** Whether items were seen to wait for the claims of others. */
  #hasFollowers = false;
  #isStarting = false;
  #lastWeight = 0;

  constructor(options: Options<Item, Result>) {
    this.#options = options;
  }

  get depth(): number {
    return this.#waiting.length;
  }

  /**
   * Resolves to the results when all items are settled. Rejects with `Rate Limit Exceeded`, adding none, when too much is
   * waiting.
   */
  enqueue(items: readonly Item[]): Promise<Result[]> {
    const weight = weightOf(items);
    const { capacity, room, schedule = setImmediate } = this.#options;
    if (capacity !== undefined && this.#weight + weight > capacity)
      return Promise.reject(tooMany('for this account'));
    if (room && !room.take(this.#taken, weight))
      return Promise.reject(tooMany('by the service, for all accounts'));
    this.#weight += weight;
    this.#taken += weight;
    return new Promise((resolve, reject) => {
      const group = { left: items.length, results: [], resolve, reject };
      for (let index = 0; index < items.length; index++) {
        const item = items[index] as Item;
        this.#waiting.push({ item, group, index, slots: item.claims.map(slotOf) });
      }
      if (this.#isStarting || !this.#hasSlot()) return;
      this.#isStarting = true;
      schedule(() => {
        this.#isStarting = false;
        this.#start();
      });
    });
  }

  #hasSlot(): boolean {
    return this.#inFlight === 0 || (this.#inFlight === 1 && this.#weight >= SECOND_AT);
  }

  #start(): void {
    while (this.#waiting.length > 0 && this.#hasSlot()) {
      const batch = this.#take();
      if (batch.length === 0) return;
      void this.#send(batch);
    }
  }

  async #send(batch: Entry<Item, Result>[]): Promise<void> {
    const { send, freeSlotAfter, onIdle } = this.#options;
    const items = batch.map(({ item }) => item);
    const weight = weightOf(items);
    this.#lastWeight = weight;
    const statement: Statement = { hasSlot: true, timer: undefined };
    this.#inFlight++;
    if (freeSlotAfter !== undefined)
      statement.timer = setTimeout(() => {
        this.#freeSlot(statement);
        this.#start();
      }, freeSlotAfter);
    let results: readonly Result[] | undefined;
    let failure: unknown;
    try {
      results = await send(items);
    } catch (error) {
      failure = error;
    }
    this.#freeSlot(statement);
    for (const { slots } of batch) for (const slot of slots) this.#held.delete(slot);
    this.#giveBack(weight);
    if (this.#hasFollowers && results) this.#settleFollowers(batch, results);
    if (this.#inFlight === 0 && this.#waiting.length === 0) onIdle?.();
    else this.#start();
    // The pool sends the statement on the next tick. Callers are answered after that, so that the database is at work
    // meanwhile.
    process.nextTick(() => {
      for (let i = 0; i < batch.length; i++) {
        const entry = batch[i] as Entry<Item, Result>;
        if (results) settle(entry, results[i] as Result);
        else entry.group.reject(failure);
      }
    });
  }

  #freeSlot(statement: Statement): void {
    clearTimeout(statement.timer);
    if (statement.hasSlot) this.#inFlight--;
    statement.hasSlot = false;
  }

  #take(): Entry<Item, Result>[] {
    const { take = evenShare } = this.#options;
    const most = take(this.#weight, this.#lastWeight);
    const batch: Entry<Item, Result>[] = [];
    const deferred: Entry<Item, Result>[] = [];
    // A third item with the same claim must not overtake the second.
    const passed = new Set<number>();
    const isTaken = (slot: number) => this.#held.has(slot) || passed.has(slot);
    let next = 0;
    let taken = 0;
    while (taken < most && next < this.#waiting.length) {
      const entry = this.#waiting[next++] as Entry<Item, Result>;
      const { slots, item } = entry;
      const isDeferred = slots.some(isTaken);
      (isDeferred ? deferred : batch).push(entry);
      if (!isDeferred) taken += item.weight;
      const claimed = isDeferred ? passed : this.#held;
      for (const slot of slots) claimed.add(slot);
    }
    this.#weight -= taken;
    this.#hasFollowers = deferred.length > 0;
    this.#waiting = [...deferred, ...this.#waiting.slice(next)];
    return batch;
  }

  /** Items that waited for the claims of others need no statement when these tell their results. */
  #settleFollowers(batch: readonly Entry<Item, Result>[], results: readonly Result[]): void {
    const { settleLike } = this.#options;
    const originals = new Map(
      batch.flatMap(({ item }, i) =>
        item.claims.map((claim) => [claim, { item, result: results[i] as Result }]),
      ),
    );
    this.#waiting = this.#waiting.filter((entry) => {
      const [claim = ''] = entry.item.claims;
      const original = originals.get(claim);
      const result = original && settleLike?.(entry.item, original.item, original.result);
      if (result === undefined) return true;
      this.#weight -= entry.item.weight;
      this.#giveBack(entry.item.weight);
      settle(entry, result);
      return false;
    });
  }

  #giveBack(weight: number): void {
    this.#taken -= weight;
    this.#options.room?.giveBack(weight);
  }
}

/**
 * Half of what is in circulation, the last statement included, whose callers are about to come back: even shares keep the
 * database and this process busy at the same time, where all at once would have them take turns.
 */
function evenShare(waiting: number, last: number): number {
  const share = last === 0 ? MAX_BATCH : Math.ceil((waiting + last) / 2);
  return Math.min(MAX_BATCH, Math.max(WHOLE, share));
}

function weightOf(items: readonly Queued[]): number {
  return items.reduce((sum, item) => sum + item.weight, 0);
}

function tooMany(whose: string): OutturnError {
  const message = `Too many records are waiting to be written ${whose}. Retry after a second.`;
  return new OutturnError('Rate Limit Exceeded', { message, retryAfter: 1 });
}

/** Claims are hashes, of which so many characters tell nearly all apart. */
const SLOT_LENGTH = 8;

/**
 * A number for a claim: the same for equal ones, and another for nearly all others, of which one waits in vain for the next
 * statement. Text in a set would have to be found in, or added to, the table of all strings first.
 */
function slotOf(claim: string): number {
  let slot = 0;
  const length = Math.min(claim.length, SLOT_LENGTH);
  for (let i = 0; i < length; i++) slot = (slot * 31 + claim.charCodeAt(i)) | 0;
  return slot;
}

/** Keeps a result, and tells the caller when it was the last of its items. */
function settle<Item, Result>({ group, index }: Entry<Item, Result>, result: Result): void {
  group.results[index] = result;
  group.left--;
  if (group.left === 0) group.resolve(group.results);
}
