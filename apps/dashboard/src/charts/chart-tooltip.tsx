import { Group, Paper, Text } from '@mantine/core';
import { type LineLook, LineSwatch } from './line-swatch.tsx';

export type TooltipText = {
  title: string;
  lines: readonly ({ id: string; label: string; value: string } & LineLook)[];
};
type ChartTooltipProps = TooltipText & { x: number; y: number; isLeft: boolean };

const GAP = 10;

/** Shows exact amounts, as positions in a chart are rounded to pixels. */
export function ChartTooltip({ title, lines, x, y, isLeft }: ChartTooltipProps) {
  return (
    <Paper
      withBorder
      shadow="md"
      px="sm"
      py={6}
      maw={340}
      data-tooltip
      style={{
        position: 'absolute',
        zIndex: 1,
        pointerEvents: 'none',
        top: y,
        left: isLeft ? x - GAP : x + GAP,
        transform: isLeft ? 'translateX(-100%)' : undefined,
      }}
    >
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

/** The content of a tooltip as one text, for screen readers. */
export function tooltipText({ title, lines }: TooltipText): string {
  return `${title}: ${lines.map(({ label, value }) => `${label} ${value}`).join(', ')}`;
}
