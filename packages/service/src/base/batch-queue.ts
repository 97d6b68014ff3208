import type { MemoryBudget } from './memory-budget.ts';

const MAX_BATCH = 1000;
/** Waiting weight from which a second statement pays: PostgreSQL works on it while the first waits for the disk. */
const SECOND_AT = 24;
/** Items of less weight are not divided between two statements. */
export const MIN_OWN_STATEMENT = 16;

/** Items with a common key hash never travel together: the later must see the first. */
export type Queued = { readonly keyHashes: readonly string[]; readonly weight: number };

type Options<Item, Result> = {
  /** Keeps the order. */
  send(items: Item[]): Promise<readonly Result[]>;
  /** Weight of the next statement; default: {@link evenShare}. */
  take?: (waiting: number, last: number) => number;
  settleLike?: (item: Item, original: Item, result: Result) => Result | undefined;
  /** How much may wait: `capacity` in this queue, and `budget` in all queues, with what is in flight. */
  limits?: { capacity: number; budget: MemoryBudget; refusal(full: 'queue' | 'budget'): Error };
  /** Milliseconds after which a statement in flight no longer keeps the next one waiting. */
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

type Entry<Item, Result> = { item: Item; group: Group<Result>; index: number; keyNumbers: readonly number[] };

/**
 * Group commit: items that arrive while a statement is in flight travel together in the next one. An idle queue sends at
 * once, so a single item does not wait for others. Each caller gets the results of its own items, once all have one.
 */
export class BatchQueue<Item extends Queued, Result> {
  readonly #options: Options<Item, Result>;
  #waiting: Entry<Item, Result>[] = [];
  #waitingWeight = 0;
  #reservedWeight = 0;
  #slotsInUse = 0;
  /** See {@link numberOf}. */
  readonly #keysInFlight = new Set<number>();
  /** Whether the last {@link #take} passed over items, because items with their keys are in flight. */
  #hasFollowers = false;
  #isStarting = false;
  #lastWeight = 0;

  constructor(options: Options<Item, Result>) {
    this.#options = options;
  }

  get depth(): number {
    return this.#waiting.length;
  }

  /** Rejects when full, adding none. */
  enqueue(items: readonly Item[]): Promise<Result[]> {
    const weight = weightOf(items);
    const { limits, schedule = setImmediate } = this.#options;
    if (limits) {
      if (this.#waitingWeight + weight > limits.capacity) return Promise.reject(limits.refusal('queue'));
      if (!limits.budget.reserve(this.#reservedWeight, weight))
        return Promise.reject(limits.refusal('budget'));
    }
    this.#waitingWeight += weight;
    this.#reservedWeight += weight;
    return new Promise((resolve, reject) => {
      const group = { left: items.length, results: [], resolve, reject };
      for (let index = 0; index < items.length; index++) {
        const item = items[index] as Item;
        this.#waiting.push({ item, group, index, keyNumbers: item.keyHashes.map(numberOf) });
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
    for (const { keyNumbers } of batch) for (const key of keyNumbers) this.#keysInFlight.delete(key);
    this.#giveBack(weight);
    if (this.#hasFollowers && results) this.#settleFollowers(batch, results);
    if (this.#slotsInUse === 0 && this.#waiting.length === 0) onIdle?.();
    else this.#start();
    // Answers after the next statement was sent, so that the database works while callers are answered.
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
    // A third item with the same key must not overtake the second.
    const passed = new Set<number>();
    const isTaken = (key: number) => this.#keysInFlight.has(key) || passed.has(key);
    let next = 0;
    let taken = 0;
    while (taken < most && next < this.#waiting.length) {
      const entry = this.#waiting[next++] as Entry<Item, Result>;
      const { keyNumbers, item } = entry;
      const isDeferred = keyNumbers.some(isTaken);
      (isDeferred ? deferred : batch).push(entry);
      if (!isDeferred) taken += item.weight;
      const keys = isDeferred ? passed : this.#keysInFlight;
      for (const key of keyNumbers) keys.add(key);
    }
    this.#waitingWeight -= taken;
    this.#hasFollowers = deferred.length > 0;
    this.#waiting = [...deferred, ...this.#waiting.slice(next)];
    return batch;
  }

  /**
   * Settles waiting items that repeat an item of the batch by its result, so that they need no statement of their own.
   * Runs only if the last {@link #take} passed over items. A repeat that came after it has a statement of its own, since
   * to notice it would cost every item a look-up.
   */
  #settleFollowers(batch: readonly Entry<Item, Result>[], results: readonly Result[]): void {
    const { settleLike } = this.#options;
    const originals = new Map(
      batch.flatMap(({ item }, i) =>
        item.keyHashes.map((keyHash) => [keyHash, { item, result: results[i] as Result }]),
      ),
    );
    this.#waiting = this.#waiting.filter((entry) => {
      const [keyHash = ''] = entry.item.keyHashes;
      const original = originals.get(keyHash);
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
    this.#options.limits?.budget.release(weight);
  }
}

/**
 * Takes half of the records in circulation: those that wait and those of the last statement, whose callers usually send
 * their next record as soon as they are answered. Two halves then alternate: the database writes one while this process
 * prepares the other. If one statement took all, process and database would wait for each other.
 */
function evenShare(waiting: number, last: number): number {
  const share = last === 0 ? MAX_BATCH : Math.ceil((waiting + last) / 2);
  return Math.min(MAX_BATCH, Math.max(MIN_OWN_STATEMENT, share));
}

function weightOf(items: readonly Queued[]): number {
  return items.reduce((sum, item) => sum + item.weight, 0);
}

/** So many characters tell nearly all hashes apart. */
const NUMBERED_LENGTH = 8;

/**
 * A number that stands for a key hash in sets, which find a number faster than a text. If two hashes have the same
 * number, the later item only waits for the next statement.
 */
function numberOf(keyHash: string): number {
  let number = 0;
  const length = Math.min(keyHash.length, NUMBERED_LENGTH);
  for (let i = 0; i < length; i++) number = (number * 31 + keyHash.charCodeAt(i)) | 0;
  return number;
}

function settle<Item, Result>({ group, index }: Entry<Item, Result>, result: Result): void {
  group.results[index] = result;
  group.left--;
  if (group.left === 0) group.resolve(group.results);
}
