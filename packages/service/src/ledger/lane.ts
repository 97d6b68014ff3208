import { OutturnError } from '../base/errors.ts';
import type { Room } from './memory-budget.ts';

/** At most this many rows travel in one statement. */
const MAX_BATCH = 1000;
/**
 * So many waiting rows are worth a second statement beside the one in flight, which is at work while the first waits for
 * the disk; fewer are cheaper in the next.
 */
export const SECOND_AT = 24;
/** So few rows are not worth two statements. */
export const WHOLE = 16;

/**
 * A row that waits for its statement. Rows that share a claim never travel at once: the later must see the first. Its weight is
 * what it takes of the capacity.
 */
export type Claiming = { readonly claims: readonly string[]; readonly weight: number };

/** Rows that were added together; their caller hears once, when the last of them is settled. */
type Group = { left: number; resolve: () => void };

type Item<Row> = { row: Row; group: Group; slots: readonly number[] };

type LaneOptions<Row> = {
  /** Settles every row of a batch, and leaves the outcome with the rows; never rejects. */
  write: (rows: Row[]) => Promise<void>;
  /** Settles a row that has the claims of an original that was just settled, if that tells its fate. */
  settleLike?: (row: Row, original: Row) => boolean;
  /** What the rows that wait may weigh together. */
  capacity: number;
  /** What it shares with other lanes, of rows that take much memory. */
  room?: Room;
  onIdle: () => void;
  /** Calls back when the requests that are being parsed have been; `setImmediate` unless lanes are to start together. */
  afterTurn?: (start: () => void) => void;
};

/**
 * Group commit for one developer and kind: one statement in flight (two when many rows wait), and whatever arrives
 * meanwhile travels together in the next. There are no timers: an idle lane writes at once.
 */
export class Lane<Row extends Claiming> {
  readonly #options: LaneOptions<Row>;
  #waiting: Item<Row>[] = [];
  /** What they weigh. */
  #weight = 0;
  /** With those that are under way: what it has of the room. */
  #taken = 0;
  /** How many statements are in flight. */
  #inFlight = 0;
  /** The slots of the claims in flight. */
  readonly #held = new Set<number>();
  /** Whether rows were seen to wait for the claims of others. */
  #hasFollowers = false;
  #isStarting = false;
  #lastLength = 0;

  constructor(options: LaneOptions<Row>) {
    this.#options = options;
  }

  get depth(): number {
    return this.#waiting.length;
  }

  /** Resolves when all rows are settled. Rejects with `Rate Limit Exceeded`, adding none, when too many are waiting. */
  add(rows: readonly Row[]): Promise<void> {
    const weight = weightOf(rows);
    const { capacity, room } = this.#options;
    if (this.#weight + weight > capacity) return Promise.reject(tooMany('for this account'));
    if (room && !room.take(this.#taken, weight))
      return Promise.reject(tooMany('by the service, for all accounts'));
    this.#weight += weight;
    this.#taken += weight;
    return new Promise((resolve) => {
      const group = { left: rows.length, resolve };
      for (const row of rows) this.#waiting.push({ row, group, slots: row.claims.map(slotOf) });
      if (this.#isStarting || !this.#hasRoom()) return;
      this.#isStarting = true;
      // Requests that were parsed in the same turn of the event loop join the first statement.
      const { afterTurn = setImmediate } = this.#options;
      afterTurn(() => {
        this.#isStarting = false;
        this.#start();
      });
    });
  }

  #hasRoom(): boolean {
    return this.#inFlight === 0 || (this.#inFlight === 1 && this.#waiting.length >= SECOND_AT);
  }

  #start(): void {
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      const batch = this.#take();
      if (batch.length === 0) return;
      void this.#write(batch);
    }
  }

  async #write(batch: Item<Row>[]): Promise<void> {
    this.#inFlight++;
    this.#lastLength = batch.length;
    const rows = batch.map(({ row }) => row);
    await this.#options.write(rows);
    this.#inFlight--;
    for (const { slots } of batch) for (const slot of slots) this.#held.delete(slot);
    this.#giveBack(weightOf(rows));
    if (this.#hasFollowers) this.#settleFollowers(batch);
    if (this.#inFlight === 0 && this.#waiting.length === 0) this.#options.onIdle();
    else this.#start();
    // The pool sends the statement on the next tick. Callers are answered after that, so that the database is at work
    // meanwhile.
    process.nextTick(() => {
      for (const item of batch) settled(item);
    });
  }

  /**
   * Takes half of the rows in circulation, those of the last statement included, whose callers are about to come back:
   * even shares keep the database and this process busy at the same time, where all at once would have them take turns.
   */
  #take(): Item<Row>[] {
    const isFirst = this.#lastLength === 0;
    const share = isFirst ? MAX_BATCH : Math.ceil((this.#waiting.length + this.#lastLength) / 2);
    const most = Math.min(MAX_BATCH, Math.max(WHOLE, share));
    const batch: Item<Row>[] = [];
    const deferred: Item<Row>[] = [];
    // A third row with the same claim must not overtake the second.
    const passed = new Set<number>();
    const isTaken = (slot: number) => this.#held.has(slot) || passed.has(slot);
    let next = 0;
    while (batch.length < most && next < this.#waiting.length) {
      const item = this.#waiting[next++] as Item<Row>;
      const { slots } = item;
      const isDeferred = slots.some(isTaken);
      (isDeferred ? deferred : batch).push(item);
      if (!isDeferred) this.#weight -= item.row.weight;
      const claimed = isDeferred ? passed : this.#held;
      for (const slot of slots) claimed.add(slot);
    }
    this.#hasFollowers = deferred.length > 0;
    this.#waiting = [...deferred, ...this.#waiting.slice(next)];
    return batch;
  }

  /** Rows that waited for the claims of others need no statement when these have decided their fate. */
  #settleFollowers(batch: readonly Item<Row>[]): void {
    const { settleLike } = this.#options;
    const originals = new Map(batch.flatMap(({ row }) => row.claims.map((claim) => [claim, row])));
    const waiting: Item<Row>[] = [];
    for (const item of this.#waiting) {
      const [claim = ''] = item.row.claims;
      const original = originals.get(claim);
      if (original && settleLike?.(item.row, original)) {
        this.#weight -= item.row.weight;
        this.#giveBack(item.row.weight);
        settled(item);
      } else waiting.push(item);
    }
    this.#waiting = waiting;
  }

  #giveBack(weight: number): void {
    this.#taken -= weight;
    this.#options.room?.giveBack(weight);
  }
}

function weightOf(rows: readonly Claiming[]): number {
  return rows.reduce((sum, row) => sum + row.weight, 0);
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

/** Tells the caller when this was the last of its rows. */
function settled<Row>({ group }: Item<Row>): void {
  group.left--;
  if (group.left === 0) group.resolve();
}
