import { setFlagsFromString } from 'node:v8';

/** How far the heap may grow beyond what was in use after the last collection, in percent; V8 would let it double or more. */
const GROWTH = 50;

/**
 * Keeps garbage from piling up, at next to no cost in time. What lives a little longer than one collection of the young
 * generation makes V8 allocate its like in the old one, where it is let go of late and dearly: lists then took up to twice
 * the processor time, from one start to the next. docs/benchmarks.md has the figures.
 */
export function limitGarbage(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}
