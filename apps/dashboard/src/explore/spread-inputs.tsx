import { Group, Select } from '@mantine/core';
import { type Spread, spreadUnits, spreadValues } from './spread.ts';

const valueOptions = Object.entries(spreadValues).map(([value, { label }]) => ({
  value: value as Spread['of'],
  label,
}));
const unitOptions = Object.entries(spreadUnits).map(([value, label]) => ({
  value: value as Spread['per'],
  label: `per ${label}`,
}));

type SpreadInputsProps = { value: Spread | undefined; onChange: (spread: Spread | undefined) => void };

/** The values whose spread is shown. */
export function SpreadInputs({ value, onChange }: SpreadInputsProps) {
  return (
    <Group gap="xs" align="flex-end" grow>
      <Select
        label="Spread"
        placeholder="None"
        data={valueOptions}
        value={value?.of ?? null}
        onChange={(of) => onChange(of ? { of, per: value?.per ?? 'session' } : undefined)}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the spread' }}
      />
      {value && (
        <Select
          aria-label="Unit of the spread"
          data={unitOptions}
          value={value.per}
          onChange={(per) => per && onChange({ ...value, per })}
          allowDeselect={false}
        />
      )}
    </Group>
  );
}
