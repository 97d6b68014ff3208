import type { Principal } from '@outturn/service';

/** With so many entries, those that are over are removed. */
const SWEEP_AT = 10_000;

/**
 * Callers that have used up their limit, until their window ends. They are refused without asking the counter, and
 * before their body is read: a caller over its limit tends to go on sending.
 */
export class OverLimit {
  readonly #until = new Map<string, number>();

  add(principal: Principal, milliseconds: number): void {
    const now = performance.now();
    if (this.#until.size >= SWEEP_AT) {
      for (const [key, until] of this.#until) if (until <= now) this.#until.delete(key);
    }
    this.#until.set(keyOf(principal), now + milliseconds);
  }

  /** Milliseconds until the window of this caller ends. Undefined if it is not over its limit. */
  waitOf(principal: Principal): number | undefined {
    if (this.#until.size === 0) return undefined;
    const key = keyOf(principal);
    const until = this.#until.get(key);
    if (until === undefined) return undefined;
    const wait = until - performance.now();
    if (wait > 0) return wait;
    this.#until.delete(key);
    return undefined;
  }
}

/** The plan is part of the key, because another plan has another limit. */
function keyOf({ plan, developerId }: Principal): string {
  return `${plan}:${developerId}`;
}
