import { Select } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { type RecordKind, recordKinds } from '../kinds/record-kinds.ts';
import { fieldLabel } from './record-columns.ts';
import { LATEST_FIRST, type RecordsSearch, recordSorts } from './records-search.ts';

type RecordOrderProps = {
  kind: RecordKind;
  search: RecordsSearch;
  onChange: (changes: Pick<RecordsSearch, 'sort'>) => void;
};

/** The order of a list: by the time of the records, or as they were received, which differs after imports. */
export function RecordOrder({ kind, search, onChange }: RecordOrderProps) {
  const time = fieldLabel(recordKinds[kind].time);
  const labels = {
    '-time': `${time}, newest first`,
    time: `${time}, oldest first`,
    '-id': 'Received, newest first',
    id: 'Received, oldest first',
  };
  return (
    <Select
      size="xs"
      aria-label="Sort by"
      data={recordSorts.map((value) => ({ value, label: labels[value] }))}
      value={search.sort ?? LATEST_FIRST}
      // Absent from the URL where it is the usual one.
      onChange={(sort) => sort && onChange({ sort: sort === LATEST_FIRST ? undefined : sort })}
      allowDeselect={false}
      leftSection={<IconArrowsSort size={16} aria-hidden />}
      w={{ base: '100%', xs: 230 }}
    />
  );
}
