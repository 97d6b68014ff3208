/**
 * Until when PostgreSQL counts as one that refuses to write, such as on a full disk, by `performance.now()`. Only writes tell,
 * so a refusal is forgotten after a while: the next record then shows whether the disk has room again.
 */
export type WriteHealth = { failingUntil: number };

/** Milliseconds: longer than load balancers wait between two checks. */
const REFUSAL_REMEMBERED = 15_000;

export function noteRefusedWrite(writes: WriteHealth): void {
  writes.failingUntil = performance.now() + REFUSAL_REMEMBERED;
}
