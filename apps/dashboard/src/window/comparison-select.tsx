import { Select } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { type Comparison, comparisonNames, comparisons } from './comparison.ts';

const options = comparisonNames.map((value) => ({ value, label: comparisons[value] }));

type ComparisonSelectProps = {
  /** Shown where other inputs have labels, too. */
  label?: string;
  value: Comparison;
  onChange: (comparison: Comparison) => void;
};

/** Chooses what the figures are compared with. */
export function ComparisonSelect({ label, value, onChange }: ComparisonSelectProps) {
  return (
    <Select
      {...(label ? { label } : { 'aria-label': 'Comparison' })}
      data={options}
      value={value}
      onChange={(next) => next && onChange(next)}
      allowDeselect={false}
      leftSection={<IconArrowsDiff size={16} aria-hidden />}
      w={{ base: '100%', xs: label ? '100%' : 240 }}
    />
  );
}
