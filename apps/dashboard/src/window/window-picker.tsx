import { Group, Select, Skeleton } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { loadCode } from '../api/load-code.ts';
import { type Days, daysOf, type Preset, presetNames, presets, type WindowChoice } from './presets.ts';
import { useToday } from './use-today.ts';

// The calendar is loaded for custom ranges only.
const DaysInput = lazy(() =>
  loadCode(() => import('./days-input.tsx')).then(({ DaysInput }) => ({ default: DaysInput })),
);

const options = [
  ...presetNames.map((value) => ({ value: value as Preset | 'custom', label: presets[value].label })),
  { value: 'custom' as const, label: 'Custom range' },
];

type WindowPickerProps = {
  /** Shown where other inputs have labels, too. */
  label?: string;
  value: WindowChoice;
  zone: string;
  onChange: (choice: WindowChoice) => void;
};

export function WindowPicker({ label, value, zone, onChange }: WindowPickerProps) {
  const today = useToday(zone);
  const choose = (window: Preset | 'custom') =>
    onChange(window === 'custom' ? { window, ...daysOf(value, today) } : { window });
  return (
    <Group gap="xs" w={{ base: '100%', xs: label ? '100%' : 'auto' }}>
      <Select
        {...(label ? { label } : { 'aria-label': 'Date range' })}
        data={options}
        value={value.window}
        onChange={(window) => window && choose(window)}
        allowDeselect={false}
        leftSection={<IconCalendar size={16} aria-hidden />}
        w={{ base: '100%', xs: label ? '100%' : 170 }}
      />
      {value.window === 'custom' && (
        <Suspense fallback={<Skeleton h={36} w={{ base: '100%', xs: 250 }} />}>
          <DaysInput value={value} onChange={(days: Days) => onChange({ window: 'custom', ...days })} />
        </Suspense>
      )}
    </Group>
  );
}
