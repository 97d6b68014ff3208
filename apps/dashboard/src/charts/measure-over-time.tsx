import { Paper } from '@mantine/core';
import { useState } from 'react';
import { type Measure, measures } from '../measures/measures.ts';
import type { ShownSlice } from '../measures/use-slice.ts';
import type { Filter } from '../where/filters.ts';
import { spanTexts } from '../window/span-text.ts';
import { useZone } from '../zone/use-zone.ts';
import type { Line } from './chart-data.ts';
import { MeasureChoice } from './measure-choice.tsx';
import { SeriesChart } from './series-chart.tsx';

type MeasureOverTimeProps = {
  measures: readonly Measure[];
  shown: ShownSlice | undefined;
  /** The filters of the figures, which then link to their records. */
  where?: readonly Filter[];
};

const HEIGHT = 280;

/** A chart of one measure over time, with a switch for the measure. */
export function MeasureOverTime({ measures: choices, shown, where }: MeasureOverTimeProps) {
  const [measure, setMeasure] = useState<Measure>(choices[0] ?? 'revenue');
  const [zone] = useZone();
  const every = shown?.question.series?.main?.every ?? 'day';
  const title = `${measures[measure].label} by ${every}`;
  return (
    <Paper withBorder p="md" h="100%">
      <MeasureChoice title={title} choices={choices} value={measure} onChange={setMeasure} />
      <SeriesChart
        lines={shown && linesOf(shown, where)}
        label={title}
        measure={measure}
        every={every}
        zone={shown?.answer.window.timeZone ?? zone}
        height={HEIGHT}
      />
    </Paper>
  );
}

/** A line for the window and one for the window that it is compared with, labelled by their days. */
export function linesOf(
  { answer: { window, previous, series } }: ShownSlice,
  where?: readonly Filter[],
): Line[] {
  const [name = '', other = ''] = spanTexts(previous ? [window, previous.window] : [window], window.timeZone);
  const line = { id: 'window', label: name, window, where, buckets: series?.main ?? [] };
  if (!previous) return [line];
  const buckets = previous.series?.main ?? [];
  return [line, { id: 'previous', label: other, window: previous.window, isComparison: true, buckets }];
}
