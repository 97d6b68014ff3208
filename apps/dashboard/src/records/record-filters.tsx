import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { isDay } from '../window/window-search.ts';
import type { RecordKind } from './record-kinds.ts';
import {
  type FilterName,
  filterLabels,
  filterNames,
  hasSameFilters,
  type RecordsSearch,
} from './records-search.ts';

type RecordFiltersProps = {
  kind: RecordKind;
  search: RecordsSearch;
  onChange: (changes: RecordsSearch) => void;
};

type Filters = Partial<Record<FilterName | 'from' | 'to', string>>;
const SETTLES_AFTER = 350;

/** Which records to list. What is typed counts a moment later; links, Back and Forward fill the fields anew. */
export function RecordFilters({ kind, search, onChange }: RecordFiltersProps) {
  const { id: _, sort: __, ...given } = search;
  const [filters, setFilters] = useState<Filters>(given);
  const [seen, setSeen] = useState<RecordsSearch>(given);
  const [sent, setSent] = useState<RecordsSearch>(given);
  const send = (next: Filters) => {
    const changes = withoutEmpty(next);
    setSent(changes);
    onChange(changes);
  };
  const settle = useDebouncedCallback(send, SETTLES_AFTER);
  if (!hasSameFilters(seen, given)) {
    setSeen(given);
    if (!hasSameFilters(sent, given)) {
      settle.cancel();
      setFilters(given);
      setSent(given);
    }
  }
  const change = (name: keyof Filters, value: string) => {
    const next = { ...filters, [name]: value };
    setFilters(next);
    settle(next);
  };
  const names = filterNames[kind];
  const hasAny = Object.values(filters).some(Boolean);
  const clear = () => {
    const none = Object.fromEntries([...names, 'from', 'to'].map((name) => [name, '']));
    settle.cancel();
    setFilters(none);
    send(none);
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

/** Absent rather than empty or half a day, so that the URL has what counts only. */
function withoutEmpty(filters: Filters): RecordsSearch {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      const isHalf = (name === 'from' || name === 'to') && !isDay(value);
      return [name, isHalf ? undefined : value?.trim() || undefined];
    }),
  );
}
