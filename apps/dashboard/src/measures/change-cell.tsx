import { Table } from '@mantine/core';
import { changeBy, changeColor, type Difference } from './change.ts';
import { FigureLink, type FigureRecords, proofOf } from './figure.tsx';
import { type Measure, type MeasureValue, NOTHING } from './measures.ts';

type ChangeCellProps = Pick<FigureRecords, 'where'> &
  Difference & {
    measure: Measure;
    value: MeasureValue;
    /** Beside its figure, a change is a percentage in small type; a column of its own has room for the difference. */
    isBeside?: boolean;
    /** Whether rows are ordered by the difference, which then shows in place of the percentage. */
    isSorted?: boolean;
  };

/** How a figure in a table has changed since the compared period. The difference is shown on hover. */
export function ChangeCell({ measure, value, where, ...looks }: ChangeCellProps) {
  const { isBeside = false, isSorted = false, ...difference } = looks;
  const change = changeBy(measure, value, difference);
  const { relative, absolute = NOTHING, full = NOTHING } = change ?? {};
  const text = isBeside ? ((isSorted ? undefined : relative) ?? absolute) : full;
  return (
    <Table.Td
      ta="right"
      className="figures"
      data-change
      c={changeColor(change ?? { isGood: undefined })}
      {...(change && { title: `${full} vs the compared period` })}
      {...(isBeside && { fz: 'xs', pl: 0 })}
    >
      <FigureLink records={change && proofOf({ measure, where })}>
        {change?.direction === 'same' ? 'No change' : text}
      </FigureLink>
    </Table.Td>
  );
}
