import { appendFileSync } from 'node:fs';

/**
 * Which share of the promises' full figures tests run with: undefined in ordinary runs. `npm run fire` sets it, and where
 * tests say what they measured.
 */
const fullFigures = process.env.FIRE_SCALE === undefined ? undefined : Number(process.env.FIRE_SCALE);
const reportFile = process.env.FIRE_REPORT;

/** One figure for ordinary runs; in a fire run its share of the promise's full figure, but never less. */
export function figure(ordinary: number, full: number): number {
  if (fullFigures === undefined) return ordinary;
  return Math.max(Math.min(ordinary, full), Math.round(full * fullFigures));
}

/** What does not grow with a run: a lenient one where other tests share the machine, the promised one under fire. */
export function bound(ordinary: number, promised: number): number {
  return fullFigures === undefined ? ordinary : promised;
}

/** Tells a fire run what a test did and measured, in a short sentence for the table. */
export function report(sentence: string): void {
  if (reportFile !== undefined) appendFileSync(reportFile, `${sentence}\n`);
}
