import { Group, Skeleton, Switch, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../format/count.ts';
import { ValuesTable } from './values-table.tsx';

type ChartFrameProps = {
  label: string;
  height: number;
  /** Legend and time zone, below the chart. */
  legend?: ReactNode;
  /** The values of the chart, for the table; undefined while they load. */
  values: Omit<Parameters<typeof ValuesTable>[0], 'label' | 'height'> | undefined;
  children: ReactNode;
};

/** A chart with a switch to the table of its values. Reserves its height while data loads. */
export function ChartFrame({ label, height, legend, values, children }: ChartFrameProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <figure aria-label={label} style={{ margin: 0 }}>
      <div style={{ minHeight: height }}>
        {!values && <Skeleton h={height} />}
        {values && isTable && <ValuesTable label={`${label}: values`} height={height} {...values} />}
        {values && !isTable && children}
      </div>
      <Group component="figcaption" justify="space-between" gap="xs" mt="xs" align="flex-start">
        <Text component="div" size="xs" c="dimmed" style={{ flex: 1 }}>
          {isTable && values && <div>{formatCount(values.rows.length)} rows</div>}
          {legend}
        </Text>
        <Switch
          size="xs"
          label="Show as table"
          checked={isTable}
          onChange={({ currentTarget }) => setIsTable(currentTarget.checked)}
        />
      </Group>
    </figure>
  );
}
