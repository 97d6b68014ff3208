import type { Principal } from '@outturn/service';

/** Past so many, those whose time is over are swept out. */
const SWEEP_AT = 10_000;

/**
 * Who is over the limit, and until when: a window that is used up stays so until its end, so that further calls need
 * not be counted.
 */
export class OverLimit {
  readonly #until = new Map<string, number>();

  add(principal: Principal, milliseconds: number): void {
    const now = Date.now();
    if (this.#until.size >= SWEEP_AT) {
      for (const [key, until] of this.#until) if (until <= now) this.#until.delete(key);
    }
    this.#until.set(keyOf(principal), now + milliseconds);
  }

  /** How long the caller has to wait, in milliseconds; undefined for who is within the limit. */
  waitOf(principal: Principal): number | undefined {
    if (this.#until.size === 0) return undefined;
    const key = keyOf(principal);
    const until = this.#until.get(key);
    if (until === undefined) return undefined;
    const wait = until - Date.now();
    if (wait > 0) return wait;
    this.#until.delete(key);
    return undefined;
  }
}

/** Another plan is another limit. */
function keyOf({ plan, developerId }: Principal): string {
  return `${plan}:${developerId}`;
}
