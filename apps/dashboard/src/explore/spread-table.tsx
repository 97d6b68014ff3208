import { Table, Text, Title } from '@mantine/core';
import { SortHead } from '../catalogue/sort-head.tsx';
import { capital } from '../format/capital.ts';
import { formatCount } from '../format/count.ts';
import { formatDuration, formatLongDuration } from '../format/duration.ts';
import { FigureCell } from '../measures/figure-cell.tsx';
import { NOTHING } from '../measures/measures.ts';
import { TableFrame } from '../shell/table-frame.tsx';
import { splitText } from '../where/filters.ts';
import { type Answer, answerRows } from './answer-rows.ts';
import { GroupNames } from './answer-table.tsx';
import { knownSplits, knownSpread } from './known-measures.ts';
import type { Question, QuestionSearch } from './question.ts';
import {
  type Spread,
  type SpreadAnswer,
  type SpreadFigure,
  spreadFigureNames,
  spreadFigures,
  spreadText,
  spreadValues,
} from './spread.ts';

type SpreadTableProps = {
  question: Question;
  answer: Answer;
  zone: string;
  onChange: (changes: QuestionSearch) => void;
};

/** How many rows are drawn. */
const MOST_ROWS = 500;
/** Longer figures take the compact form. */
const MOST_CHARACTERS = 12;

/** How values are distributed: in the groups of the answer, and the whole at the foot. */
export function SpreadTable({ question, answer, zone, onChange }: SpreadTableProps) {
  const spread = knownSpread(question, 0);
  if (!spread) return null;
  const known = knownSplits(question);
  const splits = knownSpread(question, known.length) ? known : [];
  const rows = splits.length > 0 ? answerRows(answer, { splits, every: undefined, zone }) : [];
  const whole = answer.spread?.main;
  const sort = { by: question.order ?? '', isDescending: question.direction === 'desc' };
  return (
    <section aria-label={spreadText(spread)}>
      <Title order={2} size="h4" mb="xs">
        {spreadText(spread)}
      </Title>
      {whole ? (
        <TableFrame
          label={spreadText(spread)}
          maxHeight={480}
          withFrame={false}
          striped
          verticalSpacing={6}
          horizontalSpacing={6}
        >
          <Table.Thead>
            <Table.Tr>
              {splits.map((split, level) => (
                <Table.Th key={level}>{capital(splitText(split))}</Table.Th>
              ))}
              {spreadFigureNames.map((figure) =>
                splits.length > 0 ? (
                  <SortHead
                    key={figure}
                    by={figure}
                    label={spreadFigures[figure]}
                    sort={sort}
                    isBeside
                    onSort={(next) =>
                      onChange({ order: next.by, direction: next.isDescending ? 'desc' : 'asc' })
                    }
                  />
                ) : (
                  <Table.Th key={figure} ta="right">
                    {spreadFigures[figure]}
                  </Table.Th>
                ),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, MOST_ROWS).map(({ id, names, keys, spread: values }) => (
              <Table.Tr key={id}>
                <GroupNames names={names} keys={keys} />
                <SpreadCells of={spread.of} values={values} />
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr fw={650}>
              {splits.length > 0 && <Table.Th colSpan={splits.length}>Total</Table.Th>}
              <SpreadCells of={spread.of} values={whole} />
            </Table.Tr>
          </Table.Tfoot>
        </TableFrame>
      ) : (
        <Text size="sm" c="dimmed">
          No data in this period.
        </Text>
      )}
      {rows.length > MOST_ROWS && (
        <Text size="xs" c="dimmed" mt={4}>
          The table shows the first {MOST_ROWS} of {formatCount(rows.length)} groups.
        </Text>
      )}
    </section>
  );
}

function SpreadCells({ of, values }: { of: Spread['of']; values: SpreadAnswer | undefined }) {
  return spreadFigureNames.map((figure) => (
    <SpreadCell key={figure} of={of} figure={figure} value={values?.[figure]} />
  ));
}

type SpreadCellProps = { of: Spread['of']; figure: SpreadFigure; value: string | number | undefined };

function SpreadCell({ of, figure, value }: SpreadCellProps) {
  const { like } = spreadValues[of];
  if (figure === 'count' || of === 'tokens')
    return (
      <FigureCell
        measure="inputTokens"
        value={value === undefined ? undefined : Number(value)}
        mostCharacters={MOST_CHARACTERS}
      />
    );
  if (like) return <FigureCell measure={like} value={value} mostCharacters={MOST_CHARACTERS} />;
  const duration = Number(value ?? Number.NaN);
  return (
    <Table.Td
      ta="right"
      className="figures"
      style={{ whiteSpace: 'nowrap' }}
      data-figure={value ?? ''}
      title={value === undefined ? NOTHING : formatDuration(duration)}
    >
      {value === undefined ? NOTHING : formatLongDuration(duration)}
    </Table.Td>
  );
}
