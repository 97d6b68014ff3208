import { ActionIcon, Button, Fieldset, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconFilterPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { type Measure, measures } from '../measures/measures.ts';
import {
  type Bound,
  bounds,
  fromBoundInput,
  type Having,
  havingMeasures,
  isPercentage,
  toBoundInput,
} from './having.ts';

const measureOptions = havingMeasures.map((value) => ({ value, label: measures[value].label }));
const boundOptions = Object.entries(bounds).map(([value, label]) => ({
  value: value as Bound,
  label: `is ${label}`,
}));

type HavingInputProps = {
  value: Having | undefined;
  /** The measure of a new condition. */
  first: Measure;
  onChange: (having: Having | undefined) => void;
};

/** The condition on groups: only those that meet it are shown. */
export function HavingInput({ value, first, onChange }: HavingInputProps) {
  return (
    <Fieldset legend="Only where" p="xs" pt={4}>
      {value ? (
        <ConditionInput having={value} onChange={onChange} />
      ) : (
        <Button
          variant="default"
          size="xs"
          fullWidth
          leftSection={<IconFilterPlus size={14} aria-hidden />}
          onClick={() => onChange({ measure: first, is: 'gte', value: '' })}
        >
          Add condition
        </Button>
      )}
    </Fieldset>
  );
}

type ConditionInputProps = { having: Having; onChange: HavingInputProps['onChange'] };

function ConditionInput({ having, onChange }: ConditionInputProps) {
  const { measure, is, value } = having;
  const [typed, setTyped] = useState<string>();
  const { kind } = measures[measure];
  const numberIn = (text: string) => fromBoundInput(measure, text) ?? '';
  // A text that is no number stays, and so does 1.0 where the value is 1; another address has another value.
  const text = typed !== undefined && numberIn(typed) === value ? typed : toBoundInput(having);
  const change = (next: Measure) =>
    onChange({ ...having, measure: next, value: measures[next].kind === kind ? value : '' });
  return (
    <Stack gap={6}>
      <Group gap="xs" wrap="nowrap">
        <Select
          aria-label="Measure of the condition"
          data={measureOptions}
          value={measure}
          onChange={(next) => next && change(next)}
          allowDeselect={false}
          searchable
          style={{ flex: 1 }}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Clear the condition"
          onClick={() => onChange(undefined)}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <Select
        aria-label="Comparison of the condition"
        data={boundOptions}
        value={is}
        onChange={(next) => next && onChange({ ...having, is: next })}
        allowDeselect={false}
      />
      <TextInput
        aria-label="Value of the condition"
        placeholder="e.g. 100"
        inputMode="decimal"
        leftSection={kind === 'amount' ? '$' : undefined}
        rightSection={isPercentage(measure) ? '%' : undefined}
        value={text}
        error={text.trim() !== '' && value === '' && 'Enter a number, e.g. 100.'}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChange({ ...having, value: numberIn(currentTarget.value) });
        }}
      />
    </Stack>
  );
}
