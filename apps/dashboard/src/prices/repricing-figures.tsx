import { DataList } from '@mantine/core';
import type { Outputs } from '../api/client.ts';
import { formatCount } from '../format/count.ts';
import { formatExactMoney } from '../format/money.ts';

export type Repricing = Outputs['prices']['getRepricing'];

/** The figures of a run: those of its dry run, those so far, or those at its end. */
export function RepricingFigures({ figures }: { figures: Repricing }) {
  const { state, events, unpricedBefore, oldCost, newCost, keptEvents, revertsId } = figures;
  const rows = [
    [state === 'dryRun' ? 'Events that change' : 'Events changed', formatCount(events)],
    ...(revertsId === null
      ? [['Unpriced before', formatCount(unpricedBefore)]]
      : [['Corrected since, kept', formatCount(keptEvents)]]),
    ['Cost before', formatExactMoney(oldCost)],
    ['Cost after', formatExactMoney(newCost)],
  ];
  return (
    <DataList gap={6} labelWidth={170}>
      {rows.map(([label, value]) => (
        <DataList.Item key={label}>
          <DataList.ItemLabel>{label}</DataList.ItemLabel>
          <DataList.ItemValue className="figures">{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}

export function countOf(events: number): string {
  return events === 1 ? '1 event' : `${formatCount(events)} events`;
}
