import { Group, Paper, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import { changeOf } from './change.ts';
import {
  formatMeasure,
  formatMeasureExactly,
  type Measure,
  type MeasureValue,
  measures,
} from './measures.ts';

type TileProps = {
  measure: Measure;
  value: MeasureValue;
  before: MeasureValue;
  isCompared: boolean;
  isLoading: boolean;
};

/** A measure of the window, and how it differs from the window before. */
export function Tile({ measure, value, before, isCompared, isLoading }: TileProps) {
  const { label, about } = measures[measure];
  return (
    <Paper withBorder p="sm" px="md" role="group" aria-label={label} aria-busy={isLoading}>
      <Tooltip label={about} openDelay={400} events={{ hover: true, focus: false, touch: false }}>
        <Text size="sm" c="dimmed" component="h2" w="fit-content">
          {label}
        </Text>
      </Tooltip>
      <Skeleton visible={isLoading} mt={4}>
        <Text
          className="figures"
          fz={{ base: 18, sm: 24 }}
          fw={650}
          lh={1.3}
          // Whole, as the beginning of an amount is another amount.
          style={{ overflowWrap: 'anywhere' }}
          title={formatMeasureExactly(measure, value)}
          data-figure={value ?? ''}
        >
          {formatMeasure(measure, value)}
        </Text>
      </Skeleton>
      {isCompared && (
        <Skeleton visible={isLoading} mt={4}>
          <ChangeLine measure={measure} value={value} before={before} />
        </Skeleton>
      )}
    </Paper>
  );
}

const icons = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconMinus };
const words = { up: 'more than', down: 'less than', same: 'the same as' };

function ChangeLine({ measure, value, before }: Pick<TileProps, 'measure' | 'value' | 'before'>) {
  const change = changeOf(measure, value, before);
  if (!change) {
    return (
      <Text size="xs" c="dimmed" mih={18} lh={1.3}>
        Nothing to compare with
      </Text>
    );
  }
  const { direction, absolute, relative } = change;
  const Icon = icons[direction];
  const parts = direction === 'same' ? ['No change'] : [relative, relative ? `(${absolute})` : absolute];
  return (
    <Group
      gap={4}
      mih={18}
      align="flex-start"
      c={colorOf(measure, direction)}
      title={`${words[direction]} the period before`}
    >
      <Icon size={14} aria-label={words[direction]} role="img" />
      {parts.map(
        (part) =>
          part && (
            <Text key={part} size="xs" className="figures" lh={1.3} style={{ overflowWrap: 'anywhere' }}>
              {part}
            </Text>
          ),
      )}
    </Group>
  );
}

/** More cost is neither good nor bad by itself. */
function colorOf(measure: Measure, direction: 'up' | 'down' | 'same'): string {
  if (direction === 'same' || measure === 'cost' || measure === 'events') return 'dimmed';
  return direction === 'up' ? 'var(--outturn-good)' : 'var(--outturn-bad)';
}
