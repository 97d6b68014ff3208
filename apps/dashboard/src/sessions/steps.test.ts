import { expect, test } from 'vitest';
import { type TimedRecord, toSteps } from './steps.ts';

const start = Date.parse('2026-01-01T10:00:00Z');
const axis = { start, end: start + 10_000 };
const at = (milliseconds: number) => new Date(start + milliseconds).toISOString();

// Steps are placed by these fields alone.
const event = (milliseconds: number, cost: string | null, durationMs: number | null = null) =>
  ({ kind: 'events', time: at(milliseconds), record: { cost, durationMs } }) as unknown as TimedRecord;
const revenue = (milliseconds: number) =>
  ({ kind: 'revenues', time: at(milliseconds), record: { amount: '5' } }) as unknown as TimedRecord;

test('the cost of a session runs exactly, past steps without a cost', () => {
  const steps = toSteps(
    [event(0, '0.1'), revenue(0), event(1, '0.2'), event(2, null), event(3, '0.000000001')],
    axis,
  );
  expect(steps.map(({ runningCost }) => runningCost)).toEqual(['0.1', null, '0.3', null, '0.300000001']);
});

test('a step stands at its time, as long as it took', () => {
  const steps = toSteps([event(2500, null, 5000), event(10_000, null), event(9000, null, 60_000)], axis);
  expect(steps.map(({ elapsed, place }) => ({ elapsed, ...place }))).toEqual([
    { elapsed: 2500, at: 0.25, width: 0.5, isBeyond: false },
    { elapsed: 10_000, at: 1, width: 0, isBeyond: false },
    { elapsed: 9000, at: 0.9, width: expect.closeTo(0.1), isBeyond: false },
  ]);
});

test('a record outside of the axis stands at its edge', () => {
  const steps = toSteps([revenue(-1000), revenue(86_400_000)], axis);
  expect(steps.map(({ place }) => place)).toEqual([
    { at: 0, width: 0, isBeyond: true },
    { at: 1, width: 0, isBeyond: true },
  ]);
});

test('all steps of a session of one moment stand at its beginning', () => {
  const [step] = toSteps([event(0, null, 0)], { start, end: start });
  expect(step?.place).toEqual({ at: 0, width: 0, isBeyond: false });
});
