import { getHeapStatistics } from 'node:v8';
import { type AnswerMemory, answerTooLarge, MemoryBudget, OutturnError } from '@outturn/service';

/** Bytes of each body that are not counted, so that single records cost no accounting. */
export const UNCOUNTED = 16 * 1024;
/** Bytes that all bodies and answers under way may take together. */
const LARGEST_CAPACITY = 128 * 1024 ** 2;
/** An answer exists several times while it is made: as rows, as text and as the bytes that are sent. */
const SHARE_OF_HEAP = 1 / 4;

/**
 * Limits the memory of bodies that arrive and of answers that are made or wait for their client. Every caller may send a
 * large body slowly, or read a large answer slowly, and many of them would fill the memory. A developer may hold at most
 * as much as is still free (`MemoryBudget`), so that one cannot use up what the others need.
 */
export class TrafficMemory {
  readonly #budget: MemoryBudget;
  readonly #largestAnswer: number;
  readonly #taken = new Map<string, number>();

  constructor(capacity = Math.min(LARGEST_CAPACITY, getHeapStatistics().heap_size_limit * SHARE_OF_HEAP)) {
    this.#budget = new MemoryBudget(capacity);
    this.#largestAnswer = capacity / 4;
  }

  shareOf(developerId: string): MemoryShare {
    return new MemoryShare(this, developerId);
  }

  /** The memory of one answer, which is given back when the client has it or is gone. */
  answerOf(share: MemoryShare, outgoing: Outgoing): AnswerMemory {
    return new HeldAnswer(share, outgoing, this.#largestAnswer);
  }

  take(developerId: string, bytes: number): boolean {
    const own = this.#taken.get(developerId) ?? 0;
    const isTaken = this.#budget.reserve(own, bytes);
    if (isTaken) this.#taken.set(developerId, own + bytes);
    return isTaken;
  }

  giveBack(developerId: string, bytes: number): void {
    this.#budget.release(bytes);
    const left = (this.#taken.get(developerId) ?? 0) - bytes;
    if (left > 0) this.#taken.set(developerId, left);
    else this.#taken.delete(developerId);
  }
}

/** The share of one developer in the budget, in bytes. */
export class MemoryShare {
  readonly #memory: TrafficMemory;
  readonly #developerId: string;

  constructor(memory: TrafficMemory, developerId: string) {
    this.#memory = memory;
    this.#developerId = developerId;
  }

  /** Returns false, and takes nothing, if that is too much. */
  take(bytes: number): boolean {
    return this.#memory.take(this.#developerId, bytes);
  }

  giveBack(bytes: number): void {
    this.#memory.giveBack(this.#developerId, bytes);
  }
}

type Outgoing = { closed: boolean; once(event: 'close', listener: () => void): unknown };

class HeldAnswer implements AnswerMemory {
  readonly #share: MemoryShare;
  readonly #outgoing: Outgoing;
  readonly most: number;
  #held = 0;
  #isWatched = false;

  constructor(share: MemoryShare, outgoing: Outgoing, most: number) {
    this.#share = share;
    this.#outgoing = outgoing;
    this.most = most;
  }

  hold(bytes: number): void {
    // Nothing would give it back.
    if (this.#outgoing.closed) return;
    if (this.#held + bytes > this.most) throw answerTooLarge(this.most);
    if (!this.#share.take(bytes)) throw tooManyAnswers();
    this.#held += bytes;
    if (!this.#isWatched) this.#outgoing.once('close', () => this.release());
    this.#isWatched = true;
  }

  holdAtLeast(bytes: number): void {
    if (bytes > this.#held) this.hold(bytes - this.#held);
  }

  release(): void {
    if (this.#held > 0) this.#share.giveBack(this.#held);
    this.#held = 0;
  }
}

function tooManyAnswers(): OutturnError {
  return new OutturnError('Rate Limit Exceeded', {
    message: 'Too many large answers are being made or read at once. Retry after a second.',
    retryAfter: 1,
  });
}
