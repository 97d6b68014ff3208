import { Room } from '@outturn/service';

/** What bodies that are being read take of it, in bytes. */
export type BodyShare = {
  /** False where there is too little. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
};

/** As much of each body is not counted, so that single records cost nothing to count. */
export const UNCOUNTED = 16 * 1024;
/** What all others may take together. */
const CAPACITY = 128 * 1024 ** 2;

/**
 * The memory of bodies that are being read: whoever sends many at once and slowly could have all of the process's. Of one developer
 * they never take more than is left to others.
 */
export class BodyMemory {
  readonly #room = new Room(CAPACITY);
  readonly #taken = new Map<string, number>();

  shareOf(developerId: string): BodyShare {
    return {
      take: (bytes) => {
        const own = this.#taken.get(developerId) ?? 0;
        const isTaken = this.#room.take(own, bytes);
        if (isTaken) this.#taken.set(developerId, own + bytes);
        return isTaken;
      },
      giveBack: (bytes) => {
        this.#room.giveBack(bytes);
        const left = (this.#taken.get(developerId) ?? 0) - bytes;
        if (left > 0) this.#taken.set(developerId, left);
        else this.#taken.delete(developerId);
      },
    };
  }
}
