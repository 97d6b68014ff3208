const LIMITS = { total: 1_000, perAccount: 100 };

/** `left`: the caller disconnected; `closed`: the process stops; `full`: evicted by another request. */
export type WaitEnd = 'over' | 'left' | 'closed' | 'full';

type Wait = {
  account: string;
  address: string;
  /** Exempt from the limits and from eviction. */
  isKnown: boolean;
  milliseconds: number;
  gone: AbortSignal;
};
type Waiting = Pick<Wait, 'account' | 'address'> & { end: (how: WaitEnd) => void };

/** When full, evicts the newest request of the busiest account, or else of the busiest address. */
export class DelayQueue {
  readonly #waiting = new Set<Waiting>();
  readonly #known = new Set<Waiting>();
  readonly #limits: typeof LIMITS;
  #isClosed = false;

  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  wait({ account, address, isKnown, milliseconds, gone }: Wait): Promise<WaitEnd> {
    if (this.#isClosed) return Promise.resolve('closed');
    if (gone.aborted) return Promise.resolve('left');
    if (!isKnown && !this.#makeRoom(account, address)) return Promise.resolve('full');
    return new Promise((resolve) => {
      const queue = isKnown ? this.#known : this.#waiting;
      const end = (how: WaitEnd) => {
        clearTimeout(timer);
        gone.removeEventListener('abort', leave);
        queue.delete(waiting);
        resolve(how);
      };
      const leave = () => end('left');
      const timer = setTimeout(() => end('over'), milliseconds);
      gone.addEventListener('abort', leave);
      const waiting = { account, address, end };
      queue.add(waiting);
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const { end } of [...this.#waiting, ...this.#known]) end('closed');
  }

  /** Evicts another request if needed. */
  #makeRoom(account: string, address: string): boolean {
    const waiting = [...this.#waiting];
    const sameAccount = waiting.filter((one) => one.account === account);
    if (sameAccount.length >= this.#limits.perAccount) return evict(sameAccount, 'address', address);
    if (waiting.length < this.#limits.total) return true;
    return evict(waiting, 'account', account) || evict(waiting, 'address', address);
  }
}

/** The evicted account or address must keep as many places as `own` then has. */
function evict(waiting: readonly Waiting[], by: 'account' | 'address', own: string): boolean {
  const busiest = busiestOf(waiting, by);
  const owned = waiting.filter((one) => one[by] === own).length;
  if (busiest.length < owned + 2) return false;
  busiestOf(busiest, 'address').at(-1)?.end('full');
  return true;
}

/** Returns the largest group; among equals, the latest. */
function busiestOf(waiting: readonly Waiting[], by: 'account' | 'address'): readonly Waiting[] {
  let busiest: readonly Waiting[] = [];
  for (const group of Map.groupBy(waiting, (one) => one[by]).values())
    if (group.length >= busiest.length) busiest = group;
  return busiest;
}
