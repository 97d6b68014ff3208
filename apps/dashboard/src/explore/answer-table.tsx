import { Button, Table, Text, type TextProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SortHead } from '../catalogue/sort-head.tsx';
import { capital } from '../format/capital.ts';
import { formatCount, formatPercent } from '../format/count.ts';
import { ChangeCell } from '../measures/change-cell.tsx';
import type { FigureRecords } from '../measures/figure.tsx';
import { FigureCell } from '../measures/figure-cell.tsx';
import { measures as definitions, type Measure, NOTHING } from '../measures/measures.ts';
import { sharedMeasures } from '../proof/measure-parts.ts';
import { TableFrame } from '../shell/table-frame.tsx';
import { type Split, splitText } from '../where/filters.ts';
import { bucketPeriod } from '../window/bucket-period.ts';
import { type Answer, type AnswerRow, answerRows } from './answer-rows.ts';
import { knownHaving, knownMeasures, knownSplits } from './known-measures.ts';
import { chosenMeasure, type Question, type QuestionSearch } from './question.ts';
import { isSpreadFigure } from './spread.ts';

type AnswerTableProps = {
  question: Question;
  answer: Answer;
  zone: string;
  onChange: (changes: QuestionSearch) => void;
};

/** The figures of a row, and the records that they count. */
type FiguresOf = Pick<AnswerRow, 'totals' | 'previous' | 'whole'> & FigureRecords;

/** How many rows are drawn at first, and how many more each time. */
const ROWS = 500;
const LEAST_NAME = 110;
/** Longer figures take the compact form, so that more columns fit. */
const MOST_CHARACTERS = 14;

/** The answer in rows: groups, the buckets of a series, or the buckets of each group; the whole at the foot. */
export function AnswerTable({ question, answer, zone, onChange }: AnswerTableProps) {
  const { measures, every, where, order, direction } = question;
  const splits = knownSplits(question);
  const isConditioned = knownHaving(question, splits.length) !== undefined;
  const rows = answerRows(answer, { splits, every, zone, isConditioned });
  const [shown, setShown] = useState(ROWS);
  const hasPeriods = every !== undefined && (rows[0]?.names.length ?? 1) > splits.length;
  const isCompared = answer.previous !== undefined && every === undefined;
  const hasRatios = question.withRatios === true && splits.length > 0 && every === undefined;
  const heads = [
    ...splits.map((split) => capital(splitText(split))),
    ...(hasPeriods ? [capital(every)] : []),
  ];
  const known = knownMeasures(question, splits.length);
  const isOfMeasure = order !== 'key' && !isSpreadFigure(order);
  const sorted = isOfMeasure ? chosenMeasure({ order, measures: known }) : order;
  const byChange = isOfMeasure && isCompared && question.byChange === true;
  const sort = { by: byChange ? `change of ${sorted}` : sorted, isDescending: direction === 'desc' };
  const sortBy = (next: Measure | 'key', isDescending: boolean, ofChange?: true) =>
    onChange({ order: next, byChange: ofChange, direction: isDescending ? 'desc' : 'asc' });
  const headOf = (by: Measure | 'key', label: string) => (
    <SortHead
      key={by}
      by={by}
      label={label}
      sort={sort}
      isText={by === 'key'}
      onSort={(next) => sortBy(next.by, next.isDescending)}
    />
  );
  const changeHeadOf = (measure: Measure) => (
    <SortHead
      key={`change of ${measure}`}
      by={`change of ${measure}`}
      label="Change"
      name={`Change of ${definitions[measure].label}`}
      sort={sort}
      isBeside
      // The worst change comes first.
      isAscendingFirst={definitions[measure].better === 'higher'}
      onSort={(next) => sortBy(measure, next.isDescending, true)}
    />
  );
  const figures = ({ totals, previous, whole, ...records }: FiguresOf, depth: number) => {
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
            change={previous?.change?.[measure]}
            ratio={previous?.ratio?.[measure]}
            isBeside
            isSorted={byChange && measure === sorted}
          />
        ),
        hasRatios && !(measure in sharedMeasures) && (
          <RatioCell key={`ratio of ${measure}`} ratio={whole?.ratio?.[measure]} />
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
            {measures.flatMap((measure) => {
              const { label } = definitions[measure];
              const isSortable = splits.length > 0 && known.includes(measure);
              const isShare = measure in sharedMeasures;
              return [
                isSortable ? headOf(measure, label) : <PlainHead key={measure}>{label}</PlainHead>,
                isCompared &&
                  (isSortable && !isShare ? (
                    changeHeadOf(measure)
                  ) : (
                    <PlainHead key={`change of ${measure}`} isBeside>
                      Change
                    </PlainHead>
                  )),
                hasRatios && !isShare && (
                  <PlainHead key={`ratio of ${measure}`} isBeside>
                    of {wholeText(splits)}
                  </PlainHead>
                ),
              ];
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, shown).map(({ id, names, keys, bucket, ...row }) => (
            <Table.Tr key={id}>
              <GroupNames names={names} keys={keys} />
              {figures(
                {
                  ...row,
                  where: row.where && [...where, ...row.where],
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
            {figures({ totals: answer.totals, previous: answer.previous, whole: undefined, where }, 0)}
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

/** Names the whole of the innermost groups: the group around them, or all records. */
function wholeText(splits: readonly Split[]): string {
  const around = splits.at(-2);
  return around ? splitText(around) : 'total';
}

function PlainHead({ isBeside = false, children }: { isBeside?: boolean; children: ReactNode }) {
  return (
    <Table.Th ta="right" style={{ whiteSpace: 'nowrap' }} {...(isBeside && { fz: 'xs', pl: 0 })}>
      {children}
    </Table.Th>
  );
}

function RatioCell({ ratio }: { ratio: number | null | undefined }) {
  return (
    <Table.Td ta="right" className="figures" data-ratio={ratio ?? ''} fz="xs" pl={0} c="dimmed">
      {ratio == null ? NOTHING : formatPercent(ratio)}
    </Table.Td>
  );
}

/** The names of the groups of a row, with the keys of those that others are named like. */
export function GroupNames({ names, keys }: Pick<AnswerRow, 'names' | 'keys'>) {
  return names.map((name, level) => (
    <Table.Td key={level} miw={LEAST_NAME} maw={220}>
      <Name text={name} size="sm" />
      {keys[level] !== undefined && <Name text={keys[level]} size="xs" c="dimmed" />}
    </Table.Td>
  ));
}

/** Takes a second line before the table has to scroll. */
function Name({ text, ...style }: { text: string } & TextProps) {
  return (
    <Text lineClamp={2} title={text} dir="auto" ta="left" style={{ overflowWrap: 'anywhere' }} {...style}>
      {text}
    </Text>
  );
}
