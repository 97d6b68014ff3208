import { Table } from '@mantine/core';
import { changeOf } from './change.ts';
import { type Measure, type MeasureValue, NOTHING } from './measures.ts';

type ChangeCellProps = { measure: Measure; value: MeasureValue; before: MeasureValue };

const colors = { good: 'var(--outturn-good)', bad: 'var(--outturn-bad)', none: 'dimmed' };

/** How a figure in a table has changed since the compared period, whose figure is shown on hover. */
export function ChangeCell({ measure, value, before }: ChangeCellProps) {
  const change = changeOf(measure, value, before);
  const { relative, absolute = NOTHING, full, isGood } = change ?? {};
  const isSame = change?.direction === 'same';
  return (
    <Table.Td
      ta="right"
      fz="xs"
      pl={0}
      className="figures"
      data-change
      c={isGood === undefined ? colors.none : isGood ? colors.good : colors.bad}
      title={full && `${full} vs the compared period`}
    >
      {isSame ? 'No change' : (relative ?? absolute)}
    </Table.Td>
  );
}
