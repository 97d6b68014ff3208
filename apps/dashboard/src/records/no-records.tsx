import { IconListDetails } from '@tabler/icons-react';
import { EmptyPanel } from '../feedback/empty-panel.tsx';
import { type RecordKind, recordKinds } from '../kinds/record-kinds.ts';
import { ExampleLink } from '../settings/api-keys/example-link.tsx';

type NoRecordsProps = { kind: RecordKind; isFiltered: boolean };

/** An empty list: no match for the filters, or no records yet and how to send one. */
export function NoRecords({ kind, isFiltered }: NoRecordsProps) {
  const { title, singular } = recordKinds[kind];
  const name = title.toLowerCase();
  if (isFiltered) {
    return (
      <EmptyPanel Icon={IconListDetails} title={`No matching ${name}`}>
        Remove a filter or choose a longer period.
      </EmptyPanel>
    );
  }
  return (
    <EmptyPanel Icon={IconListDetails} title={`No ${name} yet`}>
      Each {singular.toLowerCase()} you record appears here at once. <ExampleLink kind={kind} />.
    </EmptyPanel>
  );
}
