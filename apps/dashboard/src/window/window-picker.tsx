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

/** No period at all, where lists need none. */
export const ALL_TIME = 'All time';

const options = [
  ...presetNames.map((value) => ({ value: value as Preset | 'custom', label: presets[value].label })),
  { value: 'custom' as const, label: 'Custom range' },
];
const allTime = { value: 'all' as const, label: ALL_TIME };

type WindowPickerProps = {
  /** Shown where other inputs have labels, too. */
  label?: string;
  value: WindowChoice;
  zone: string;
  onChange: (choice: WindowChoice) => void;
  /** Present where all time can be chosen, too; `isChosen` if it is. */
  all?: { isChosen: boolean; onChoose: () => void } | undefined;
};

export function WindowPicker({ label, value, zone, onChange, all }: WindowPickerProps) {
  const today = useToday(zone);
  const choose = (window: Preset | 'custom' | 'all') => {
    if (window === 'all') all?.onChoose();
    else onChange(window === 'custom' ? { window, ...daysOf(value, today) } : { window });
  };
  return (
    <Group gap="xs" w={{ base: '100%', xs: label ? '100%' : 'auto' }}>
      <Select
        {...(label ? { label } : { 'aria-label': 'Date range' })}
        data={all ? [allTime, ...options] : options}
        value={all?.isChosen ? allTime.value : value.window}
        onChange={(window) => window && choose(window)}
        allowDeselect={false}
        leftSection={<IconCalendar size={16} aria-hidden />}
        w={{ base: '100%', xs: label ? '100%' : 170 }}
      />
      {value.window === 'custom' && !all?.isChosen && (
        <Suspense fallback={<Skeleton h={36} w={{ base: '100%', xs: 250 }} />}>
          <DaysInput value={value} onChange={(days: Days) => onChange({ window: 'custom', ...days })} />
        </Suspense>
      )}
    </Group>
  );
}
