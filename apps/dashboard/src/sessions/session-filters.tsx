import { Autocomplete, Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useKeySuggestions } from '../catalogue/key-suggestions.tsx';
import { dimensionNamedBy, dimensions } from '../kinds/dimensions.ts';
import { hasFilters, memberFilters, type SessionFilters } from './sessions-search.ts';

const SETTLES_AFTER = 350;
const LONGEST = 255;
const field = { size: 'xs', w: { base: 'calc(50% - 5px)', xs: 150 } } as const;

type SessionFiltersProps = {
  filters: SessionFilters;
  onChange: (changes: SessionFilters) => void;
};

/** The filters of the list. Typed text counts a moment later, a key once it is whole: picked, or with Enter or on leaving. */
export function SessionFilterInputs({ filters, onChange }: SessionFiltersProps) {
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label="Filters">
      <SearchInput value={filters.search} onChange={(search) => onChange({ search })} />
      {memberFilters.map((name) => (
        <MemberInput
          // Links, Back and Clear fill it anew.
          key={`${name} ${filters[name]}`}
          name={name}
          value={filters[name]}
          onChange={(key) => onChange({ [name]: key })}
        />
      ))}
      <Checkbox
        size="xs"
        mb={7}
        label="Errors only"
        checked={filters.errors === 'only'}
        onChange={({ currentTarget }) => onChange({ errors: currentTarget.checked ? 'only' : undefined })}
      />
      <Button size="xs" variant="default" disabled={!hasFilters(filters)} onClick={() => onChange(none)}>
        Clear
      </Button>
    </Group>
  );
}

const none: SessionFilters = {
  search: undefined,
  errors: undefined,
  ...Object.fromEntries(memberFilters.map((name) => [name, undefined])),
};

type InputProps = { value: string | undefined; onChange: (value: string | undefined) => void };

function SearchInput({ value = '', onChange }: InputProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const settle = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), SETTLES_AFTER);
  if (seen !== value) {
    setSeen(value);
    if (value !== typed.trim()) setTyped(value);
  }
  return (
    <TextInput
      size="xs"
      w={{ base: '100%', xs: 200 }}
      label="Session key"
      placeholder="Part of a key"
      type="search"
      maxLength={LONGEST}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        settle(currentTarget.value);
      }}
    />
  );
}

function MemberInput({ name, value = '', onChange }: InputProps & { name: (typeof memberFilters)[number] }) {
  const [typed, setTyped] = useState(value);
  // Every filter names the members of a dimension.
  const { singular, sliceDimension } = dimensions[dimensionNamedBy(name) ?? 'agents'];
  const suggestions = useKeySuggestions(sliceDimension, typed);
  const finish = (text: string) => text !== value && onChange(text || undefined);
  return (
    <Autocomplete
      {...field}
      {...suggestions}
      label={singular}
      maxLength={LONGEST}
      value={typed}
      onChange={setTyped}
      onBlur={() => finish(typed.trim())}
      onKeyDown={({ key }) => key === 'Enter' && finish(typed.trim())}
      onOptionSubmit={finish}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}
