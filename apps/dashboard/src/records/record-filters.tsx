import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { RecordKind } from './record-kinds.ts';
import { type FilterName, filterLabels, filterNames, type RecordsSearch } from './records-search.ts';

type RecordFiltersProps = {
  kind: RecordKind;
  search: RecordsSearch;
  onChange: (changes: RecordsSearch) => void;
};

type Filters = Partial<Record<FilterName | 'from' | 'to', string>>;
const SETTLES_AFTER = 350;

/** Which records to list. What is typed counts a moment later. */
export function RecordFilters({ kind, search, onChange }: RecordFiltersProps) {
  const { id: _, sort: __, ...given } = search;
  const [filters, setFilters] = useState<Filters>(given);
  const settle = useDebouncedCallback((next: Filters) => onChange(withoutEmpty(next)), SETTLES_AFTER);
  const change = (name: keyof Filters, value: string) => {
    const next = { ...filters, [name]: value };
    setFilters(next);
    settle(next);
  };
  const names = filterNames[kind];
  const hasAny = Object.values(filters).some(Boolean);
  const clear = () => {
    const none = Object.fromEntries([...names, 'from', 'to'].map((name) => [name, '']));
    setFilters(none);
    onChange(withoutEmpty(none));
  };
  return (
    <Group gap="xs" mb="md" align="flex-end" role="search" aria-label="Filters">
      {names.map((name) => (
        <TextInput
          key={name}
          label={filterLabels[name]}
          size="xs"
          w={{ base: 'calc(50% - 5px)', xs: 140 }}
          value={filters[name] ?? ''}
          onChange={({ currentTarget }) => change(name, currentTarget.value)}
        />
      ))}
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={name === 'from' ? 'First day' : 'Last day'}
          size="xs"
          w={{ base: 'calc(50% - 5px)', xs: 140 }}
          value={filters[name] ?? ''}
          onChange={({ currentTarget }) => change(name, currentTarget.value)}
        />
      ))}
      <Button size="xs" variant="default" onClick={clear} disabled={!hasAny}>
        Clear
      </Button>
    </Group>
  );
}

/** Absent rather than empty, so that the URL has what counts only. */
function withoutEmpty(filters: Filters): RecordsSearch {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, value?.trim() || undefined]),
  );
}
