/** Requests that wait in one process, at most. */
const MOST_WAITING = 1_000;

/** How a wait ended: its time was over, its caller left, this process ends, or others needed the place. */
export type WaitEnd = 'over' | 'left' | 'closed' | 'full';

type Wait = { address: string; milliseconds: number; gone: AbortSignal };
type Waiting = (end: WaitEnd) => void;

/**
 * Holds requests for a while, a bounded number of them. When it is full, the address that has the most in it gives up its
 * latest, so that many requests from few addresses keep nobody else out.
 */
export class WaitingRoom {
  readonly #waiting = new Map<string, Set<Waiting>>();
  readonly #most: number;
  #size = 0;
  #isClosed = false;

  constructor(most = MOST_WAITING) {
    this.#most = most;
  }

  wait({ address, milliseconds, gone }: Wait): Promise<WaitEnd> {
    if (this.#isClosed) return Promise.resolve('closed');
    if (gone.aborted) return Promise.resolve('left');
    if (this.#size >= this.#most && !this.#makeRoom(address)) return Promise.resolve('full');
    return new Promise((resolve) => {
      const end: Waiting = (how) => {
        clearTimeout(timer);
        gone.removeEventListener('abort', leave);
        this.#remove(address, end);
        resolve(how);
      };
      const leave = () => end('left');
      const timer = setTimeout(() => end('over'), milliseconds);
      gone.addEventListener('abort', leave);
      this.#waiting.set(address, (this.#waiting.get(address) ?? new Set()).add(end));
      this.#size += 1;
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#waiting.values()) for (const end of waiting) end('closed');
  }

  /** Whether there is a place now: one that the address with the most gives up, if that stays no shorter than this one. */
  #makeRoom(address: string): boolean {
    let longest: ReadonlySet<Waiting> = new Set();
    for (const waiting of this.#waiting.values()) if (waiting.size > longest.size) longest = waiting;
    const own = this.#waiting.get(address)?.size ?? 0;
    if (longest.size < own + 2) return false;
    [...longest].at(-1)?.('full');
    return true;
  }

  #remove(address: string, end: Waiting): void {
    const waiting = this.#waiting.get(address);
    if (!waiting?.delete(end)) return;
    this.#size -= 1;
    if (waiting.size === 0) this.#waiting.delete(address);
  }
}
