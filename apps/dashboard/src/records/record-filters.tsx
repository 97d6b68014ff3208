import { Autocomplete, Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { keySuggestions } from '../catalogue/key-suggestions.tsx';
import { knownKeys, type SliceDimension } from '../catalogue/known-keys.ts';
import { dimensions } from '../kinds/dimensions.ts';
import { type FilterName, type RecordKind, recordKinds } from '../kinds/record-kinds.ts';
import { isDay } from '../window/window-search.ts';
import { fieldLabel } from './record-columns.ts';
import { hasSameFilters, type RecordsSearch } from './records-search.ts';

type RecordFiltersProps = {
  kind: RecordKind;
  search: RecordsSearch;
  onChange: (changes: RecordsSearch) => void;
};

/** The slice dimension whose keys or texts a filter suggests; undefined where there is none. */
const sliceDimensions: Readonly<Partial<Record<FilterName, SliceDimension>>> = {
  ...Object.fromEntries(Object.values(dimensions).map((one) => [one.filter, one.sliceDimension])),
  sessionKey: 'session',
  source: 'source',
  type: 'eventType',
};

type Filters = Partial<Record<FilterName | 'from' | 'to' | 'status', string>>;
const SETTLES_AFTER = 350;
const field = { size: 'xs', w: { base: 'calc(50% - 5px)', xs: 108 } } as const;
/** Browsers need more for a date and its button. */
const day = { size: 'xs', w: { base: 'calc(50% - 5px)', xs: 124 } } as const;

/** The filters of a list. Typing counts a moment later; links, Back and Forward fill the fields anew. */
export function RecordFilters({ kind, search, onChange }: RecordFiltersProps) {
  const { id: _, sort: __, ...given } = search;
  const [filters, setFilters] = useState<Filters>(given);
  const [seen, setSeen] = useState<RecordsSearch>(given);
  const [sent, setSent] = useState<RecordsSearch>(given);
  // Keys that came from a list of suggestions, which count as they are; typed text is trimmed.
  const picked = useRef(new Set<string>());
  const send = (next: Filters) => {
    const changes = toSearch(next, picked.current);
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
  const names = recordKinds[kind].filters;
  const hasAny = Object.values(filters).some(Boolean);
  const clear = () => {
    const none = Object.fromEntries([...names, 'from', 'to', 'status'].map((name) => [name, '']));
    settle.cancel();
    setFilters(none);
    send(none);
  };
  return (
    <Group gap="xs" mb="md" align="flex-end" role="search" aria-label="Filters">
      {names.map((name) => {
        const dimension = sliceDimensions[name];
        const props = { label: fieldLabel(name), value: filters[name] ?? '' };
        return dimension ? (
          <KeyInput
            key={name}
            {...props}
            dimension={dimension}
            onChange={(value) => change(name, value)}
            onPick={(key) => picked.current.add(key)}
          />
        ) : (
          <TextInput
            key={name}
            {...field}
            {...props}
            onChange={({ currentTarget }) => change(name, currentTarget.value)}
          />
        );
      })}
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          {...day}
          type="date"
          label={name === 'from' ? 'From' : 'To'}
          value={filters[name] ?? ''}
          onChange={({ currentTarget }) => change(name, currentTarget.value)}
        />
      ))}
      <Checkbox
        size="xs"
        mb={7}
        label="Voided"
        checked={filters.status === 'voided'}
        onChange={({ currentTarget }) => {
          settle.cancel();
          const next = { ...filters, status: currentTarget.checked ? 'voided' : '' };
          setFilters(next);
          send(next);
        }}
      />
      <Button size="xs" variant="default" onClick={clear} disabled={!hasAny}>
        Clear
      </Button>
    </Group>
  );
}

type KeyInputProps = {
  label: string;
  value: string;
  dimension: SliceDimension;
  onChange: (value: string) => void;
  onPick: (key: string) => void;
};

/** Takes any key, and suggests known ones by key or name. */
function KeyInput({ dimension, onPick, ...props }: KeyInputProps) {
  const [isUsed, setIsUsed] = useState(false);
  const { data: known = [] } = useQuery({ ...knownKeys(dimension), enabled: isUsed });
  return (
    <Autocomplete
      {...field}
      {...props}
      onFocus={() => setIsUsed(true)}
      onOptionSubmit={onPick}
      {...keySuggestions(known)}
      limit={30}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}

/** Absent rather than empty or half a day, so that the URL has only what counts. */
function toSearch(filters: Filters, picked: ReadonlySet<string>): RecordsSearch {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value = '']) => {
      const isHalf = (name === 'from' || name === 'to') && !isDay(value);
      const text = picked.has(value) ? value : value.trim();
      return [name, isHalf ? undefined : text || undefined];
    }),
  );
}
