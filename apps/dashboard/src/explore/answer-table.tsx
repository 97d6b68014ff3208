import { ScrollArea, Table, Text } from '@mantine/core';
import { capital } from '../format/capital.ts';
import { bucketNames, type Step } from '../format/instant.ts';
import { FigureCell } from '../measures/figure-cell.tsx';
import { measures as known, type Measure } from '../measures/measures.ts';
import { type Answer, type AnswerRow, answerRows } from './answer-rows.ts';
import { isComplete, type Question, splitText } from './question.ts';

type AnswerTableProps = { question: Question; answer: Answer; zone: string };

/** The answer in rows: groups, or buckets of a series without groups; the whole at the foot. */
export function AnswerTable({ question, answer, zone }: AnswerTableProps) {
  const { measures, every } = question;
  const splits = question.by.filter(isComplete);
  const bySplits = splits.length > 0;
  const heads = bySplits ? splits.map((split) => capital(splitText(split))) : every ? [capital(every)] : [];
  const rows = bySplits ? answerRows(answer, splits) : every ? bucketRows(answer, every, zone) : [];
  return (
    <ScrollArea.Autosize mah={640} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': 'Answer' }}>
      <Table stickyHeader striped aria-label="Answer" verticalSpacing={6}>
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
          {rows.map(({ id, names, keys, totals }) => (
            <Table.Tr key={id}>
              {names.map((name, level) => (
                <Table.Td key={level} maw={220}>
                  <Text size="sm" truncate title={name} dir="auto" ta="left">
                    {name}
                  </Text>
                  {keys?.[level] !== undefined && (
                    <Text size="xs" c="dimmed" truncate title={keys[level]} dir="auto" ta="left">
                      {keys[level]}
                    </Text>
                  )}
                </Table.Td>
              ))}
              <Values measures={measures} totals={totals} />
            </Table.Tr>
          ))}
          {rows.length === 0 && heads.length > 0 && (
            <Table.Tr>
              <Table.Td colSpan={heads.length + measures.length} c="dimmed">
                No matching data.
              </Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr fw={650}>
            {heads.length > 0 && <Table.Th colSpan={heads.length}>Total</Table.Th>}
            <Values measures={measures} totals={answer.totals} />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollArea.Autosize>
  );
}

function bucketRows({ series }: Answer, every: Step, zone: string): AnswerRow[] {
  const buckets = series?.main ?? [];
  const names = bucketNames(
    buckets.map(({ start }) => start),
    every,
    zone,
  );
  return buckets.map(({ start, totals }, index) => ({ id: start, names: [names[index] ?? ''], totals }));
}

function Values({ measures, totals }: { measures: readonly Measure[]; totals: Answer['totals'] }) {
  return measures.map((measure) => <FigureCell key={measure} measure={measure} value={totals?.[measure]} />);
}
