import { Select } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { fieldLabel } from './record-columns.ts';
import { type RecordKind, recordKinds } from './record-kinds.ts';
import { LAST_RECORDED_FIRST, type RecordsSearch, recordSorts } from './records-search.ts';

type RecordOrderProps = {
  kind: RecordKind;
  search: RecordsSearch;
  onChange: (changes: Pick<RecordsSearch, 'sort'>) => void;
};

/** The order of a list: that of recording, or by the time that the records tell, which imports mix up. */
export function RecordOrder({ kind, search, onChange }: RecordOrderProps) {
  const time = fieldLabel(recordKinds[kind].time);
  const labels = {
    '-id': 'Recording order, newest first',
    id: 'Recording order, oldest first',
    '-time': `${time}, newest first`,
    time: `${time}, oldest first`,
  };
  return (
    <Select
      aria-label="Order"
      data={recordSorts.map((value) => ({ value, label: labels[value] }))}
      value={search.sort ?? LAST_RECORDED_FIRST}
      // Absent from the URL where it is the usual one.
      onChange={(sort) => sort && onChange({ sort: sort === LAST_RECORDED_FIRST ? undefined : sort })}
      allowDeselect={false}
      leftSection={<IconArrowsSort size={16} aria-hidden />}
      w={{ base: '100%', xs: 300 }}
    />
  );
}
