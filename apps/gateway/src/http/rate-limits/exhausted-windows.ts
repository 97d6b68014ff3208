import type { Principal } from '@outturn/service';

/** Expired entries are removed beyond this size. */
const SWEEP_AT = 10_000;

/** Refuses callers without counting until their window ends. */
export class OverLimit {
  readonly #until = new Map<string, number>();

  add(principal: Principal, milliseconds: number): void {
    const now = Date.now();
    if (this.#until.size >= SWEEP_AT) {
      for (const [key, until] of this.#until) if (until <= now) this.#until.delete(key);
    }
    this.#until.set(keyOf(principal), now + milliseconds);
  }

  /** In milliseconds; undefined if the caller is within the limit. */
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

/** A change of plan changes the limit. */
function keyOf({ plan, developerId }: Principal): string {
  return `${plan}:${developerId}`;
}
