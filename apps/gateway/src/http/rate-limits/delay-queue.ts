/** Waiting attempts in all, and of one account. */
const LIMITS = { total: 1_000, perAccount: 100 };

/**
 * How a wait has ended. `over`: its time has passed; `left`: the caller has disconnected; `closed`: the process
 * stops; `full`: there was no place, or another attempt has taken it.
 */
export type WaitEnd = 'over' | 'left' | 'closed' | 'full';

type Wait = {
  account: string;
  address: string;
  /**
   * Whether the account has signed in from this address before. Such attempts have places beside the limits, so that
   * a flood of guesses does not keep the owner out.
   */
  isKnown: boolean;
  milliseconds: number;
  gone: AbortSignal;
};
type Waiting = Pick<Wait, 'account' | 'address'> & { end: (how: WaitEnd) => void };

/**
 * Attempts to sign in that wait out their delay. The places are limited, because each waiting attempt holds a
 * connection.
 *
 * When all are taken, a newcomer takes the place of another: of the account that holds most of them, the newest attempt
 * of its busiest address or, if that is not fair, the newest attempt of the busiest address of all. So a flood for one
 * account, or from one address, loses its own places and takes none of others (decision 005).
 */
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

  /** Whether there is a place for this attempt; takes one from another if necessary. */
  #makeRoom(account: string, address: string): boolean {
    const waiting = [...this.#waiting];
    const sameAccount = waiting.filter((one) => one.account === account);
    if (sameAccount.length >= this.#limits.perAccount) return evict(sameAccount, 'address', address);
    if (waiting.length < this.#limits.total) return true;
    return evict(waiting, 'account', account) || evict(waiting, 'address', address);
  }
}

/**
 * Takes a place from the account or address that holds most: ends the newest attempt of its busiest address. It must have
 * at least two more than `own` holds, so that afterwards it has no fewer than `own`.
 */
function evict(waiting: readonly Waiting[], by: 'account' | 'address', own: string): boolean {
  const busiest = busiestOf(waiting, by);
  const owned = waiting.filter((one) => one[by] === own).length;
  if (busiest.length < owned + 2) return false;
  busiestOf(busiest, 'address').at(-1)?.end('full');
  return true;
}

/** The attempts of the account or address with the most of them; of several, the one that came last. */
function busiestOf(waiting: readonly Waiting[], by: 'account' | 'address'): readonly Waiting[] {
  let busiest: readonly Waiting[] = [];
  for (const group of Map.groupBy(waiting, (one) => one[by]).values())
    if (group.length >= busiest.length) busiest = group;
  return busiest;
}
