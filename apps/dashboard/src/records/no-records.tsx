import { IconListDetails } from '@tabler/icons-react';
import { EmptyPanel } from '../feedback/empty-panel.tsx';
import { type RecordKind, recordKinds } from '../kinds/record-kinds.ts';
import { ExampleLink } from '../settings/api-keys/example-link.tsx';

type NoRecordsProps = {
  kind: RecordKind;
  isFiltered: boolean;
  /** Owner of the list, such as a tool. */
  member?: string;
};

/** An empty list: no match for the filters, or no records yet and how to send one. */
export function NoRecords({ kind, isFiltered, member }: NoRecordsProps) {
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
      Each {singular.toLowerCase()} you record{member && ` with this ${member}`} appears here at once.{' '}
      <ExampleLink kind={kind} />.
    </EmptyPanel>
  );
}
