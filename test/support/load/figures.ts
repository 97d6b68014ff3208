/** Whether tests run with the figures of the product's promise rather than those of an ordinary run. */
const isFull = process.env.FULL === '1';

/** One figure for ordinary runs, another with `FULL=1`. */
export function figure(ordinary: number, full: number): number {
  return isFull ? full : ordinary;
}
