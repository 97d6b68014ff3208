import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  Pill,
  Select,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { IconFilterPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useKeySuggestions } from '../catalogue/key-suggestions.tsx';
import { visible } from '../format/visible.ts';
import { type Condition, conditions, type Filter, isMetadata } from '../where/filters.ts';
import { dimensionOptions } from './split-inputs.tsx';

const conditionOptions = Object.entries(conditions).map(([value, label]) => ({
  value: value as Condition,
  label,
}));

type FilterInputsProps = { value: readonly Filter[]; onChange: (filters: Filter[]) => void };

/** The filters: only records that match all of them count. */
export function FilterInputs({ value, onChange }: FilterInputsProps) {
  return (
    <Fieldset legend="Filters" p="xs" pt={4}>
      <Stack gap="md">
        {value.map((filter, index) => (
          <FilterInput
            key={index}
            number={index + 1}
            filter={filter}
            onChange={(next) => onChange(value.map((each, at) => (at === index ? next : each)))}
            onRemove={() => onChange(value.filter((_, at) => at !== index))}
          />
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFilterPlus size={14} aria-hidden />}
          onClick={() => onChange([...value, { dimension: 'agent', condition: 'in', values: [] }])}
        >
          Add filter
        </Button>
      </Stack>
    </Fieldset>
  );
}

type FilterInputProps = {
  number: number;
  filter: Filter;
  onChange: (filter: Filter) => void;
  onRemove: () => void;
};

function FilterInput({ number, filter, onChange, onRemove }: FilterInputProps) {
  const { dimension, metadataKey, condition, values } = filter;
  const [typed, setTyped] = useState('');
  const suggestions = useKeySuggestions(dimension, typed);
  return (
    <Stack gap={6}>
      <Group gap="xs" wrap="nowrap">
        <Select
          aria-label={`Filter ${number}`}
          data={dimensionOptions}
          value={dimension}
          onChange={(next) => next && onChange({ dimension: next, condition, values: [] })}
          allowDeselect={false}
          searchable
          style={{ flex: 1 }}
        />
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove filter ${number}`} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {isMetadata(dimension) && (
        <TextInput
          label="Metadata key"
          aria-label={`Metadata key of filter ${number}`}
          placeholder="e.g. plan"
          value={metadataKey ?? ''}
          onChange={({ currentTarget }) => onChange({ ...filter, metadataKey: currentTarget.value })}
        />
      )}
      <Select
        aria-label={`Condition of filter ${number}`}
        data={conditionOptions}
        value={condition}
        onChange={(next) => next && onChange({ ...filter, condition: next })}
        allowDeselect={false}
      />
      {(condition === 'in' || condition === 'notIn') && (
        <TagsInput
          aria-label={`Values of filter ${number}`}
          placeholder={values.length > 0 ? '' : 'Type a key and press Enter'}
          {...suggestions}
          searchValue={typed}
          onSearchChange={setTyped}
          renderPill={({ option, value: key, onRemove: remove, disabled }) => (
            <Pill withRemoveButton onRemove={remove} disabled={disabled}>
              <bdi>{visible(String(option?.value ?? key ?? ''))}</bdi>
            </Pill>
          )}
          value={values}
          onChange={(next) => onChange({ ...filter, values: next })}
          // Keys have commas, and some differ in their case alone.
          splitChars={[]}
          isDuplicate={(key, others) => others.includes(key)}
        />
      )}
    </Stack>
  );
}
