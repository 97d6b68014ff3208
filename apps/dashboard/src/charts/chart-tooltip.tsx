import { Group, Paper, Text } from '@mantine/core';
import { type LineLook, LineSwatch } from './line-swatch.tsx';

export type TooltipLine = { id: string; label: string; value: string } & LineLook;

/** Tells the amounts with every digit: what a chart plots are approximations. */
export function ChartTooltip({ title, lines }: { title: string; lines: readonly TooltipLine[] }) {
  return (
    <Paper withBorder shadow="md" px="sm" py={6} maw={340}>
      <Text size="xs" c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      {lines.map(({ id, label, value, ...look }) => (
        <Group key={id} gap="md" justify="space-between" wrap="nowrap">
          <Group gap={6} wrap="nowrap" miw={0}>
            <LineSwatch {...look} />
            <Text size="sm" truncate maw={180} dir="auto">
              {label}
            </Text>
          </Group>
          <Text size="sm" fw={600} className="figures">
            {value}
          </Text>
        </Group>
      ))}
    </Paper>
  );
}
