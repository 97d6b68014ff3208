import { expect, test } from 'vitest';
import { adviceOf, type SourceHour, sumSources } from './sources.ts';

const hour = (fields: Partial<SourceHour>): SourceHour => ({
  hour: '2026-11-28T10:00:00.000Z',
  signal: 'traces',
  software: 'bot',
  name: 'scope',
  recorded: 0,
  containers: 0,
  ignored: [],
  refused: 0,
  refusedBecause: null,
  lastAt: '2026-11-28T10:30:00.000Z',
  ...fields,
});

test('hours of a source are summed, with the latest time and reason', () => {
  const earlier = { hour: '2026-11-28T09:00:00.000Z', lastAt: '2026-11-28T09:10:00.000Z' };
  const sources = sumSources([
    hour({ recorded: 2, ignored: [{ reason: 'noCall', count: 3 }] }),
    hour({ ...earlier, software: 'other', recorded: 1 }),
    hour({
      ...{ ...earlier, recorded: 5, containers: 1, refused: 1, refusedBecause: 'no start' },
      ignored: [
        { reason: 'noCall', count: 1 },
        { reason: 'toldTwice', count: 2 },
      ],
    }),
  ]);
  expect(sources).toEqual([
    {
      ...{ signal: 'traces', software: 'bot', name: 'scope', recorded: 7, containers: 1 },
      ...{ ignored: { noCall: 4, toldTwice: 2 }, refused: 1, refusedBecause: 'no start' },
      lastAt: '2026-11-28T10:30:00.000Z',
    },
    expect.objectContaining({ software: 'other', recorded: 1 }),
  ]);
});

test('spans whose calls are told by logs, and metrics alone, are advised', () => {
  const spans = hour({ software: 'claude-code', ignored: [{ reason: 'toldByLogs', count: 1 }] });
  const logs = hour({ software: 'claude-code', signal: 'logs', recorded: 1 });
  const metrics = hour({ software: 'meter', signal: 'metrics', ignored: [{ reason: 'metric', count: 9 }] });
  const advised = (...hours: SourceHour[]) => adviceOf(sumSources(hours)).map(({ software }) => software);
  expect(advised(spans, metrics, hour({ recorded: 1 }))).toEqual(['claude-code', 'meter']);
  expect(advised(spans, logs, metrics, hour({ software: 'meter', recorded: 1 }))).toEqual([]);
});
