import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { type Days, daysOf, presetNames, presets } from './presets.ts';

type DaysInputProps = { value: Days; today: string; onChange: (days: Days) => void; label?: string };
type Range = [string | null, string | null];

/** Picks two days, both of which belong to the window. */
export function DaysInput({ value, today, onChange, label }: DaysInputProps) {
  const { from, to } = value;
  const [range, setRange] = useState<Range>(() => inclusive({ from, to }));
  useEffect(() => setRange(inclusive({ from, to })), [from, to]);
  const change = (next: Range) => {
    setRange(next);
    const [first, last] = next;
    if (first && last) onChange({ from: first, to: shift(last, 1) });
  };
  return (
    <DatePickerInput
      type="range"
      aria-label={label ?? 'Days'}
      label={label}
      value={range}
      onChange={change}
      allowSingleDateInRange
      valueFormat="MMM D, YYYY"
      w={{ base: '100%', xs: 250 }}
      presets={presetNames.map((name) => ({
        value: inclusive(daysOf({ window: name }, today)),
        label: presets[name].label,
      }))}
    />
  );
}

function inclusive({ from, to }: Days): Range {
  return [from, shift(to, -1)];
}

function shift(day: string, by: number): string {
  return dayjs(day).add(by, 'day').format('YYYY-MM-DD');
}
