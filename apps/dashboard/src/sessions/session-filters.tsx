import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { KeyInput } from '../catalogue/key-input.tsx';
import { useTypedFilters } from '../catalogue/use-typed-filters.ts';
import { dimensionNamedBy, dimensions } from '../kinds/dimensions.ts';
import { LONGEST_KEY } from '../kinds/search-keys.ts';
import { filtersIn, memberFilters, type SessionFilters, type SessionsSearch } from './sessions-search.ts';

type SessionFiltersProps = {
  search: SessionsSearch;
  onChange: (changes: SessionFilters) => void;
};

/** The filters of the list. */
export function SessionFilterInputs({ search, onChange }: SessionFiltersProps) {
  const { typed, change, choose, keyInput, clear } = useTypedFilters(filtersIn(search), onChange);
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label="Filters">
      <TextInput
        size="xs"
        w={{ base: '100%', xs: 200 }}
        label="Session key"
        placeholder="Part of a key"
        type="search"
        maxLength={LONGEST_KEY}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed.search ?? ''}
        onChange={({ currentTarget }) => change('search', currentTarget.value)}
      />
      {memberFilters.map((name) => {
        // Every filter names the members of a dimension.
        const { singular, sliceDimension } = dimensions[dimensionNamedBy(name) ?? 'agents'];
        return <KeyInput key={name} label={singular} dimension={sliceDimension} {...keyInput(name)} />;
      })}
      <Checkbox
        size="xs"
        mb={7}
        label="Errors only"
        checked={typed.errors === 'only'}
        onChange={({ currentTarget }) => choose('errors', currentTarget.checked ? 'only' : '')}
      />
      <Button
        size="xs"
        variant="default"
        disabled={!Object.values(typed).some((value) => value)}
        onClick={clear}
      >
        Clear
      </Button>
    </Group>
  );
}
