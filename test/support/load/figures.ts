import { appendFileSync } from 'node:fs';

/**
 * The share of the promises' full figures; undefined in ordinary runs. `npm run fire` sets it and the file in which
 * tests report their measurements.
 */
const fullFigures = process.env.FIRE_SCALE === undefined ? undefined : Number(process.env.FIRE_SCALE);
const reportFile = process.env.FIRE_REPORT;

/**
 * The figure of ordinary runs; in a fire run its share of the promise's full figure, but never less than the ordinary
 * one.
 */
export function figure(ordinary: number, full: number): number {
  if (fullFigures === undefined) return ordinary;
  return Math.max(Math.min(ordinary, full), Math.round(full * fullFigures));
}

/** A limit that does not scale: a lenient one where other tests share the machine, the promised one in a fire run. */
export function bound(ordinary: number, promised: number): number {
  return fullFigures === undefined ? ordinary : promised;
}

/** Reports a test's work and measurements to a fire run, in a short sentence for the document. */
export function report(sentence: string): void {
  if (reportFile !== undefined) appendFileSync(reportFile, `${sentence}\n`);
}
