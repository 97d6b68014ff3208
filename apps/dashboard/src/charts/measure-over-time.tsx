import { Group, Paper, SegmentedControl, Select, Title } from '@mantine/core';
import { useState } from 'react';
import type { Step } from '../format/instant.ts';
import { type Measure, measures } from '../measures/measures.ts';
import type { Bucket } from './chart-data.ts';
import { ChartFrame } from './chart-frame.tsx';
import { TimeChart } from './lazy-charts.ts';

type MeasureOverTimeProps = {
  measures: readonly Measure[];
  buckets: readonly Bucket[] | undefined;
  every: Step;
  zone: string;
};

const HEIGHT = 280;

/** A chart of one measure, and a switch for which. */
export function MeasureOverTime({ measures: choices, buckets, every, zone }: MeasureOverTimeProps) {
  const [measure, setMeasure] = useState<Measure>(choices[0] ?? 'revenue');
  const { label } = measures[measure];
  const data = choices.map((value) => ({ value, label: measures[value].label }));
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="md" gap="xs">
        <Title order={2} size="h4">
          {label} by {every}
        </Title>
        <SegmentedControl
          visibleFrom="sm"
          size="xs"
          data={data}
          value={measure}
          onChange={setMeasure}
          aria-label="Measure of the chart"
        />
        <Select
          hiddenFrom="sm"
          size="xs"
          w={140}
          data={data}
          value={measure}
          onChange={(value) => value && setMeasure(value)}
          allowDeselect={false}
          aria-label="Measure of the chart"
        />
      </Group>
      <ChartFrame label={`${label} by ${every}`} height={HEIGHT} isLoading={!buckets}>
        <TimeChart
          lines={[{ label, buckets: buckets ?? [] }]}
          measure={measure}
          every={every}
          zone={zone}
          height={HEIGHT}
        />
      </ChartFrame>
    </Paper>
  );
}
