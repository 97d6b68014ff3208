import { Button, Table, Text, type TextProps } from '@mantine/core';
import { useState } from 'react';
import { SortHead } from '../catalogue/sort-head.tsx';
import { capital } from '../format/capital.ts';
import { formatCount } from '../format/count.ts';
import { ChangeCell } from '../measures/change-cell.tsx';
import type { FigureRecords } from '../measures/figure.tsx';
import { FigureCell } from '../measures/figure-cell.tsx';
import { measures as definitions } from '../measures/measures.ts';
import { TableFrame } from '../shell/table-frame.tsx';
import { splitText } from '../where/filters.ts';
import { bucketPeriod } from '../window/bucket-period.ts';
import { type Answer, type AnswerRow, answerRows } from './answer-rows.ts';
import { knownMeasures, knownSplits } from './known-measures.ts';
import { chosenMeasure, type Question, type QuestionSearch } from './question.ts';

type AnswerTableProps = {
  question: Question;
  answer: Answer;
  zone: string;
  onChange: (changes: QuestionSearch) => void;
};

/** The figures of a row, and the records that they count. */
type FiguresOf = Pick<AnswerRow, 'totals' | 'before'> & FigureRecords;

/** How many rows are drawn at first, and how many more each time. */
const ROWS = 500;
const LEAST_NAME = 110;
/** Longer figures take the compact form, so that more columns fit. */
const MOST_CHARACTERS = 14;

/** The answer in rows: groups, the buckets of a series, or the buckets of each group; the whole at the foot. */
export function AnswerTable({ question, answer, zone, onChange }: AnswerTableProps) {
  const { measures, every, where, order, direction } = question;
  const splits = knownSplits(question);
  const rows = answerRows(answer, { splits, every, zone });
  const [shown, setShown] = useState(ROWS);
  const hasPeriods = every !== undefined && (rows[0]?.names.length ?? 1) > splits.length;
  const isCompared = answer.previous !== undefined && every === undefined;
  const heads = [
    ...splits.map((split) => capital(splitText(split))),
    ...(hasPeriods ? [capital(every)] : []),
  ];
  const known = knownMeasures(question, splits.length);
  const sort = {
    by: order === 'key' ? order : chosenMeasure({ order, measures: known }),
    isDescending: direction === 'desc',
  };
  const headOf = (by: typeof sort.by, label: string) => (
    <SortHead
      key={by}
      by={by}
      label={label}
      sort={sort}
      isText={by === 'key'}
      colSpan={isCompared && by !== 'key' ? 2 : 1}
      onSort={(next) => onChange({ order: next.by, direction: next.isDescending ? 'desc' : 'asc' })}
    />
  );
  const figures = ({ totals, before, ...records }: FiguresOf, depth: number) => {
    const counted = knownMeasures(question, depth);
    return measures.flatMap((measure) => {
      const value = counted.includes(measure) ? totals?.[measure] : undefined;
      return [
        <FigureCell
          key={measure}
          measure={measure}
          value={value}
          mostCharacters={MOST_CHARACTERS}
          {...records}
        />,
        isCompared && (
          <ChangeCell
            key={`change of ${measure}`}
            measure={measure}
            value={value}
            before={before?.[measure]}
            isBeside
          />
        ),
      ];
    });
  };
  return (
    <>
      <TableFrame label="Answer" maxHeight={640} withFrame={false} striped verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head, level) =>
              level === 0 && splits.length > 0 ? (
                headOf('key', head)
              ) : (
                <Table.Th key={level}>{head}</Table.Th>
              ),
            )}
            {measures.map((measure) =>
              splits.length > 0 && known.includes(measure) ? (
                headOf(measure, definitions[measure].label)
              ) : (
                <Table.Th
                  key={measure}
                  ta="right"
                  style={{ whiteSpace: 'nowrap' }}
                  colSpan={isCompared ? 2 : 1}
                >
                  {definitions[measure].label}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, shown).map(({ id, names, keys, totals, before, bucket, ...row }) => (
            <Table.Tr key={id}>
              {names.map((name, level) => (
                <Table.Td key={level} miw={LEAST_NAME} maw={220}>
                  <Name text={name} size="sm" />
                  {keys[level] !== undefined && <Name text={keys[level]} size="xs" c="dimmed" />}
                </Table.Td>
              ))}
              {figures(
                {
                  totals,
                  before,
                  where: [...where, ...row.where],
                  period: bucket && every && bucketPeriod(bucket, { window: answer.window, every, zone }),
                },
                splits.length,
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr fw={650}>
            {heads.length > 0 && <Table.Th colSpan={heads.length}>Total</Table.Th>}
            {figures({ totals: answer.totals, before: answer.previous?.totals, where }, 0)}
          </Table.Tr>
        </Table.Tfoot>
      </TableFrame>
      {rows.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + ROWS)}>
          Show more of {formatCount(rows.length)} rows
        </Button>
      )}
      {every && !hasPeriods && rows.length > 0 && (
        <Text size="sm" c="dimmed">
          There are too many groups to list each {every}. Lower the limit or remove a grouping.
        </Text>
      )}
    </>
  );
}

/** Takes a second line before the table has to scroll. */
function Name({ text, ...style }: { text: string } & TextProps) {
  return (
    <Text lineClamp={2} title={text} dir="auto" ta="left" style={{ overflowWrap: 'anywhere' }} {...style}>
      {text}
    </Text>
  );
}
