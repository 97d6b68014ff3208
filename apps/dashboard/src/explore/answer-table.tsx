import { Button, Table, Text, type TextProps } from '@mantine/core';
import { useState } from 'react';
import { capital } from '../format/capital.ts';
import { formatCount } from '../format/count.ts';
import type { FigureRecords } from '../measures/figure.tsx';
import { FigureCell } from '../measures/figure-cell.tsx';
import { measures as known, type Measure } from '../measures/measures.ts';
import { TableFrame } from '../shell/table-frame.tsx';
import { isComplete, splitText } from '../where/filters.ts';
import { bucketPeriod } from '../window/bucket-period.ts';
import { type Answer, answerRows } from './answer-rows.ts';
import type { Question } from './question.ts';

type AnswerTableProps = { question: Question; answer: Answer; zone: string };

/** How many rows are drawn at first, and how many more each time. */
const ROWS = 500;
const LEAST_NAME = 110;
/** Longer figures take the compact form, so that more columns fit. */
const MOST_CHARACTERS = 14;

/** The answer in rows: groups, the buckets of a series, or the buckets of each group; the whole at the foot. */
export function AnswerTable({ question, answer, zone }: AnswerTableProps) {
  const { measures, every } = question;
  const splits = question.by.filter(isComplete);
  const rows = answerRows(answer, { splits, every, zone });
  const [shown, setShown] = useState(ROWS);
  const hasPeriods = every !== undefined && (rows[0]?.names.length ?? 1) > splits.length;
  const heads = [
    ...splits.map((split) => capital(splitText(split))),
    ...(hasPeriods ? [capital(every)] : []),
  ];
  return (
    <>
      <TableFrame label="Answer" maxHeight={640} withFrame={false} striped verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head, level) => (
              <Table.Th key={level}>{head}</Table.Th>
            ))}
            {measures.map((measure) => (
              <Table.Th key={measure} ta="right" style={{ whiteSpace: 'nowrap' }}>
                {known[measure].label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, shown).map(({ id, names, keys, totals, where, bucket }) => (
            <Table.Tr key={id}>
              {names.map((name, level) => (
                <Table.Td key={level} miw={LEAST_NAME} maw={220}>
                  <Name text={name} size="sm" />
                  {keys[level] !== undefined && <Name text={keys[level]} size="xs" c="dimmed" />}
                </Table.Td>
              ))}
              <Values
                measures={measures}
                totals={totals}
                where={[...question.where, ...where]}
                period={bucket && every && bucketPeriod(bucket, { window: answer.window, every, zone })}
              />
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr fw={650}>
            {heads.length > 0 && <Table.Th colSpan={heads.length}>Total</Table.Th>}
            <Values measures={measures} totals={answer.totals} where={question.where} />
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

type ValuesProps = FigureRecords & { measures: readonly Measure[]; totals: Answer['totals'] };

function Values({ measures, totals, ...records }: ValuesProps) {
  return measures.map((measure) => (
    <FigureCell
      key={measure}
      measure={measure}
      value={totals?.[measure]}
      mostCharacters={MOST_CHARACTERS}
      {...records}
    />
  ));
}
