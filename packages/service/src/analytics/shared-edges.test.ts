import { expect, test } from 'vitest';
import { type Calendar, DAY } from './calendar.ts';
import { sharedEdges } from './shared-edges.ts';

const utc = (): Calendar => ({ timeZone: 'UTC', weekStart: 'monday' });
const span = { from: 0, to: 10 * DAY };

test('series of one question share their edges; another span, step or question has its own', () => {
  const calendar = utc();
  const edges = sharedEdges(span, 'day', calendar);
  expect(edges).toHaveLength(11);
  expect(sharedEdges({ ...span }, 'day', calendar)).toBe(edges);
  expect(sharedEdges(span, 'week', calendar)).not.toEqual(edges);
  expect(sharedEdges({ from: 0, to: DAY }, 'day', calendar)).toHaveLength(2);
  expect(sharedEdges(span, 'day', utc())).not.toBe(edges);
});
