import { Autocomplete, Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useKeySuggestions } from '../catalogue/key-suggestions.tsx';
import type { SliceDimension } from '../catalogue/known-keys.ts';
import { dimensions } from '../kinds/dimensions.ts';
import { type FilterName, type RecordKind, recordKinds } from '../kinds/record-kinds.ts';
import { fieldLabel } from './record-columns.ts';
import { filtersIn, hasSameFilters, type RecordsSearch } from './records-search.ts';

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

type Filters = Partial<Record<FilterName | 'status', string>>;
const SETTLES_AFTER = 350;
const field = { size: 'xs', w: { base: 'calc(50% - 5px)', xs: 108 } } as const;

/**
 * The filters of a list. Typing counts a moment later, but in a field with suggestions only when one is picked, or with Enter
 * or on leaving it: half a key would empty the list behind them. Links, Back and Forward fill the fields anew.
 */
export function RecordFilters({ kind, search, onChange }: RecordFiltersProps) {
  const given = filtersIn(search);
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
  const finish = (name: FilterName, value: string) => {
    const next = { ...filters, [name]: value };
    if (toSearch(next, picked.current)[name] === given[name]) return;
    settle.cancel();
    send(next);
  };
  const names = recordKinds[kind].filters;
  const hasAny = [...names, 'status' as const].some((name) => filters[name]);
  const clear = () => {
    // Those that only other kinds have, too.
    const none = Object.fromEntries(Object.keys(filters).map((name) => [name, '']));
    settle.cancel();
    setFilters(none);
    send(none);
  };
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label="Filters">
      {names.map((name) => {
        const dimension = sliceDimensions[name];
        const props = { label: fieldLabel(name), value: filters[name] ?? '' };
        return dimension ? (
          <KeyInput
            key={name}
            {...props}
            dimension={dimension}
            onType={(value) => setFilters({ ...filters, [name]: value })}
            onPick={(key) => picked.current.add(key)}
            onDone={(value) => finish(name, value)}
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
  onType: (value: string) => void;
  onPick: (key: string) => void;
  /** Called when the value is a whole one. */
  onDone: (value: string) => void;
};

/** Takes any key, and suggests known ones by key or name. */
function KeyInput({ dimension, onType, onPick, onDone, ...props }: KeyInputProps) {
  const suggestions = useKeySuggestions(dimension, props.value);
  return (
    <Autocomplete
      {...field}
      {...props}
      {...suggestions}
      onChange={onType}
      onBlur={() => onDone(props.value)}
      onKeyDown={({ key }) => key === 'Enter' && onDone(props.value)}
      onOptionSubmit={(key) => {
        onPick(key);
        onDone(key);
      }}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}

/** Absent rather than empty, so that the URL has only what counts. */
function toSearch(filters: Filters, picked: ReadonlySet<string>): RecordsSearch {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value = '']) => {
      const text = picked.has(value) ? value : value.trim();
      return [name, text || undefined];
    }),
  );
}
