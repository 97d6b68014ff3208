import { OutturnError } from '../base/errors.ts';
import type { MemoryBudget } from '../base/memory-budget.ts';

const MAX_BATCH = 1000;
/** Weight that justifies a second statement, at work while the first waits for the disk. */
const SECOND_AT = 24;
/** Weight not worth splitting. */
export const MIN_OWN_STATEMENT = 16;

/** Items with a common claim never travel together: the later must see the first. */
export type Queued = { readonly claims: readonly string[]; readonly weight: number };

type Options<Item, Result> = {
  /** Keeps the order. */
  send(items: Item[]): Promise<readonly Result[]>;
  /** Weight of the next statement; default: {@link evenShare}. */
  take?: (waiting: number, last: number) => number;
  settleLike?: (item: Item, original: Item, result: Result) => Result | undefined;
  /** Maximum waiting weight. */
  capacity?: number;
  budget?: MemoryBudget;
  /** A slower statement, in milliseconds, no longer holds a slot. */
  freeSlotAfter?: number;
  /** Waits for simultaneous items; default: `setImmediate`. */
  schedule?: (start: () => void) => void;
  onIdle?: () => void;
};

type Group<Result> = {
  left: number;
  results: Result[];
  resolve: (results: Result[]) => void;
  reject: (error: unknown) => void;
};

type Statement = { hasSlot: boolean; timer: NodeJS.Timeout | undefined };

type Entry<Item, Result> = { item: Item; group: Group<Result>; index: number; slots: readonly number[] };

/** Items that arrive while statements are in flight share the next. An idle queue sends at once. */
export class GroupCommit<Item extends Queued, Result> {
  readonly #options: Options<Item, Result>;
  #waiting: Entry<Item, Result>[] = [];
  #waitingWeight = 0;
  #reservedWeight = 0;
  #slotsInUse = 0;
  readonly #held = new Set<number>();
  #hasFollowers = false;
  #isStarting = false;
  #lastWeight = 0;

  constructor(options: Options<Item, Result>) {
    this.#options = options;
  }

  get depth(): number {
    return this.#waiting.length;
  }

  /** Rejects with `Rate Limit Exceeded` when full, adding none. */
  enqueue(items: readonly Item[]): Promise<Result[]> {
    const weight = weightOf(items);
    const { capacity, budget, schedule = setImmediate } = this.#options;
    if (capacity !== undefined && this.#waitingWeight + weight > capacity)
      return Promise.reject(tooMany('for this account'));
    if (budget && !budget.reserve(this.#reservedWeight, weight))
      return Promise.reject(tooMany('by the service, for all accounts'));
    this.#waitingWeight += weight;
    this.#reservedWeight += weight;
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
    return this.#slotsInUse === 0 || (this.#slotsInUse === 1 && this.#waitingWeight >= SECOND_AT);
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
    this.#slotsInUse++;
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
    if (this.#slotsInUse === 0 && this.#waiting.length === 0) onIdle?.();
    else this.#start();
    // The pool sends the next statement first: the database works meanwhile.
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
    if (statement.hasSlot) this.#slotsInUse--;
    statement.hasSlot = false;
  }

  #take(): Entry<Item, Result>[] {
    const { take = evenShare } = this.#options;
    const most = take(this.#waitingWeight, this.#lastWeight);
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
    this.#waitingWeight -= taken;
    this.#hasFollowers = deferred.length > 0;
    this.#waiting = [...deferred, ...this.#waiting.slice(next)];
    return batch;
  }

  /** Without a statement. */
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
      this.#waitingWeight -= entry.item.weight;
      this.#giveBack(entry.item.weight);
      settle(entry, result);
      return false;
    });
  }

  #giveBack(weight: number): void {
    this.#reservedWeight -= weight;
    this.#options.budget?.release(weight);
  }
}

/** Halves keep the database and this process busy at the same time; `last` counts, as its callers return. */
function evenShare(waiting: number, last: number): number {
  const share = last === 0 ? MAX_BATCH : Math.ceil((waiting + last) / 2);
  return Math.min(MAX_BATCH, Math.max(MIN_OWN_STATEMENT, share));
}

function weightOf(items: readonly Queued[]): number {
  return items.reduce((sum, item) => sum + item.weight, 0);
}

function tooMany(whose: string): OutturnError {
  const message = `Too many records are waiting to be written ${whose}. Retry after a second.`;
  return new OutturnError('Rate Limit Exceeded', { message, retryAfter: 1 });
}

/** Enough to tell nearly all hashes apart. */
const SLOT_LENGTH = 8;

/** Sets would intern text; a collision of numbers only delays an item by a statement. */
function slotOf(claim: string): number {
  let slot = 0;
  const length = Math.min(claim.length, SLOT_LENGTH);
  for (let i = 0; i < length; i++) slot = (slot * 31 + claim.charCodeAt(i)) | 0;
  return slot;
}

function settle<Item, Result>({ group, index }: Entry<Item, Result>, result: Result): void {
  group.results[index] = result;
  group.left--;
  if (group.left === 0) group.resolve(group.results);
}
