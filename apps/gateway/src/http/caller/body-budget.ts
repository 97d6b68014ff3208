import { MemoryBudget } from '@outturn/service';

/** One developer's part of the budget, in bytes. */
export type BodyShare = {
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
};

/** Bytes per body that are free, so that single records skip the accounting. */
export const UNCOUNTED = 16 * 1024;
/** Total for all bodies, in bytes. */
const CAPACITY = 128 * 1024 ** 2;

/** Memory budget against many slow uploads. One developer never takes more than remains for the others. */
export class BodyMemory {
  readonly #budget = new MemoryBudget(CAPACITY);
  readonly #taken = new Map<string, number>();

  shareOf(developerId: string): BodyShare {
    return {
      take: (bytes) => {
        const own = this.#taken.get(developerId) ?? 0;
        const isTaken = this.#budget.reserve(own, bytes);
        if (isTaken) this.#taken.set(developerId, own + bytes);
        return isTaken;
      },
      giveBack: (bytes) => {
        this.#budget.release(bytes);
        const left = (this.#taken.get(developerId) ?? 0) - bytes;
        if (left > 0) this.#taken.set(developerId, left);
        else this.#taken.delete(developerId);
      },
    };
  }
}
