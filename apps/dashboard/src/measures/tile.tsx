import { Box, Group, Paper, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { Filter } from '../where/filters.ts';
import { changeColor, changeOf } from './change.ts';
import { Figure } from './figure.tsx';
import {
  formatMeasure,
  formatMeasureExactly,
  type Measure,
  type MeasureValue,
  measures,
} from './measures.ts';
import classes from './tiles.module.css';

type TileProps = {
  measure: Measure;
  /** The value as it fits: in full or in the compact form. */
  text: string;
  value: MeasureValue;
  before: MeasureValue;
  /** Whether there is another period, which may lack a value. */
  isCompared: boolean;
  isLoading: boolean;
  /** The filters of the figure, which then links to its records. */
  where?: readonly Filter[] | undefined;
  /** For the figure of a page that matters most. */
  isLarge?: boolean;
};

/** A measure of a period and its change since the period before. */
export function Tile({ measure, text, value, before, isCompared, isLoading, ...looks }: TileProps) {
  const { where, isLarge = false } = looks;
  const { label, about } = measures[measure];
  return (
    <Paper
      withBorder
      p={isLarge ? 'md' : 'sm'}
      h={isLarge ? '100%' : undefined}
      role="group"
      aria-label={label}
      aria-busy={isLoading}
    >
      <Box className={classes.tile}>
        <Tooltip label={about} openDelay={400} events={{ hover: true, focus: false, touch: false }}>
          <Text size="sm" c="dimmed" component="h2" w="fit-content">
            {label}
          </Text>
        </Tooltip>
        <Skeleton visible={isLoading} mt={4}>
          <Text
            className={`figures ${classes.figure}`}
            mod={{ large: isLarge }}
            fw={650}
            title={formatMeasureExactly(measure, value)}
            data-figure={value ?? ''}
          >
            <Figure measure={measure} value={value} text={text} where={where} />
          </Text>
        </Skeleton>
        {isCompared && (
          <Skeleton visible={isLoading} mt={4}>
            <ChangeLine measure={measure} value={value} before={before} />
          </Skeleton>
        )}
      </Box>
    </Paper>
  );
}

const arrows = {
  up: { Icon: IconArrowUpRight, word: 'Up' },
  down: { Icon: IconArrowDownRight, word: 'Down' },
};
/** Characters of a difference that fit beside its percentage, on one line; longer ones are in the title. */
const MOST_BESIDE = 12;
const COMPARED_WITH = 'vs the compared period';

function ChangeLine({ measure, value, before }: Pick<TileProps, 'measure' | 'value' | 'before'>) {
  const change = changeOf(measure, value, before);
  if (!change || change.direction === 'same') {
    return (
      <Text size="xs" c="dimmed" mih={18} lh={1.3} {...(change && { title: COMPARED_WITH })}>
        {change
          ? 'No change'
          : before == null
            ? 'No earlier data'
            : `${formatMeasure(measure, before)} before`}
      </Text>
    );
  }
  const { direction, absolute, full, relative } = change;
  const { Icon, word } = arrows[direction];
  const isShort = absolute.length <= MOST_BESIDE;
  const parts = relative ? [relative, ...(isShort ? [`(${absolute})`] : [])] : [absolute];
  return (
    <Group gap={4} mih={18} align="flex-start" c={changeColor(change)} title={`${full} ${COMPARED_WITH}`}>
      <Icon size={14} aria-label={word} role="img" />
      {parts.map((part) => (
        <Text key={part} size="xs" className="figures" lh={1.3}>
          {part}
        </Text>
      ))}
    </Group>
  );
}
