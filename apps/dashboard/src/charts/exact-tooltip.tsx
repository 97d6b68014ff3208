import { ColorSwatch, Group, Paper, Text } from '@mantine/core';
import type { Point } from './chart-data.ts';

type ExactTooltipProps = {
  active?: boolean;
  payload?: ReadonlyArray<{ payload?: Point }>;
  series: readonly { name: string; label: string; color: string }[];
};

/** Tells the amounts with every digit: what a chart plots are approximations. */
export function ExactTooltip({ active, payload, series }: ExactTooltipProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point) return null;
  return (
    <Paper withBorder shadow="md" px="sm" py={6}>
      <Text size="xs" c="dimmed">
        {point.label}
        {point.isPartial && ' (in part)'}
      </Text>
      {series.map(({ name, label, color }, index) => (
        <Group key={name} gap="xs" justify="space-between" wrap="nowrap">
          <Group gap={6} wrap="nowrap">
            <ColorSwatch
              color={`var(--mantine-color-${color.replace('.', '-')})`}
              size={10}
              withShadow={false}
            />
            <Text size="sm" truncate maw={180}>
              {label}
            </Text>
          </Group>
          <Text size="sm" fw={600} className="figures">
            {point.texts[index]}
          </Text>
        </Group>
      ))}
    </Paper>
  );
}
