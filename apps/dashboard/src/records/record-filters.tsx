import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { filterLooks, KeyInput } from '../catalogue/key-input.tsx';
import { useTypedFilters } from '../catalogue/use-typed-filters.ts';
import { dimensions } from '../kinds/dimensions.ts';
import { type FilterName, type RecordKind, recordKinds } from '../kinds/record-kinds.ts';
import type { Dimension } from '../where/filters.ts';
import { fieldLabel } from './record-columns.ts';
import { filtersIn, type RecordsSearch } from './records-search.ts';

type RecordFiltersProps = {
  kind: RecordKind;
  search: RecordsSearch;
  onChange: (changes: RecordsSearch) => void;
};

/** The slice dimension whose keys or texts a filter suggests; undefined where there is none. */
const sliceDimensions: Readonly<Partial<Record<FilterName, Dimension>>> = {
  ...Object.fromEntries(Object.values(dimensions).map((one) => [one.filter, one.sliceDimension])),
  sessionKey: 'session',
  source: 'source',
  type: 'eventType',
};

/** The filters of a list. */
export function RecordFilters({ kind, search, onChange }: RecordFiltersProps) {
  const { typed, change, choose, keyInput, clear } = useTypedFilters<FilterName | 'status'>(
    filtersIn(search),
    onChange,
  );
  const names = recordKinds[kind].filters;
  const hasAny = [...names, 'status' as const].some((name) => typed[name]);
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label="Filters">
      {names.map((name) => {
        const dimension = sliceDimensions[name];
        const label = fieldLabel(name);
        return dimension ? (
          <KeyInput key={name} label={label} dimension={dimension} {...keyInput(name)} />
        ) : (
          <TextInput
            key={name}
            {...filterLooks}
            label={label}
            value={typed[name] ?? ''}
            onChange={({ currentTarget }) => change(name, currentTarget.value)}
          />
        );
      })}
      <Checkbox
        size="xs"
        mb={7}
        label="Voided"
        checked={typed.status === 'voided'}
        onChange={({ currentTarget }) => choose('status', currentTarget.checked ? 'voided' : '')}
      />
      <Button size="xs" variant="default" onClick={clear} disabled={!hasAny}>
        Clear
      </Button>
    </Group>
  );
}
