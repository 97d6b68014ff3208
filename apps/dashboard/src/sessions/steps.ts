import Big from 'big.js';
import type { AnyRecord } from '../kinds/record-kinds.ts';

/** A record of a session, at its time. */
export type TimedRecord = AnyRecord & { time: string };

export type Step = TimedRecord & {
  /** Milliseconds since the session began. */
  elapsed: number;
  /** The cost of an event; null without one. */
  durationMs: number | null;
  /** The cost of the session up to this step; null for records without a cost. */
  runningCost: string | null;
  place: Place;
};

/** Where a step stands on the axis, in parts of its length. */
type Place = {
  at: number;
  /** 0 for a moment. */
  width: number;
  /** Whether it lies outside of the axis, such as a payment a month later. It stands at the edge then. */
  isBeyond: boolean;
};

/** The instants of both ends, in milliseconds. */
export type Axis = { start: number; end: number };

/** The records of a session as its steps, in the order that they are given in. */
export function toSteps(records: readonly TimedRecord[], axis: Axis): Step[] {
  let total = new Big(0);
  return records.map((record) => {
    const cost = costOf(record);
    if (cost !== null) total = total.plus(cost);
    const time = Date.parse(record.time);
    const durationMs = record.kind === 'events' ? record.record.durationMs : null;
    return {
      ...record,
      elapsed: time - axis.start,
      durationMs,
      runningCost: cost === null ? null : total.toFixed(),
      place: placeOf(time, durationMs ?? 0, axis),
    };
  });
}

function costOf(record: TimedRecord): string | null {
  return record.kind === 'events' ? record.record.cost : null;
}

function placeOf(time: number, duration: number, { start, end }: Axis): Place {
  const length = end - start;
  const part = (instant: number) => (length > 0 ? Math.min(1, Math.max(0, (instant - start) / length)) : 0);
  const at = part(time);
  return { at, width: part(time + duration) - at, isBeyond: time < start || time > end };
}
