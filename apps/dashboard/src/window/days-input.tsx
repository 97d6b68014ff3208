import '@mantine/dates/styles.css';
import { Button, Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarEvent } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useState } from 'react';
import { formatDay } from '../format/instant.ts';
import { firstDayOfWeek } from '../format/locale.ts';
import type { Days } from './presets.ts';

type DaysInputProps = { value: Days; onChange: (days: Days) => void };
type Range = [string | null, string | null];

const ariaLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** Mantine would need the locales of dayjs, while the browser knows them all. */
const formats = {
  firstDayOfWeek,
  monthLabelFormat: (day: string) => formatDay(day, 'longMonth'),
  monthsListFormat: (day: string) => formatDay(day, 'monthAlone'),
  yearLabelFormat: (day: string) => formatDay(day, 'year'),
  yearsListFormat: (day: string) => formatDay(day, 'year'),
  weekdayFormat: (day: string) => formatDay(day, 'weekday'),
  getDayAriaLabel: (day: string) => formatDay(day, 'longDate'),
};

/** Picks two days, both of which belong to the window. */
export function DaysInput({ value: { from, to }, onChange }: DaysInputProps) {
  const [isOpen, { toggle, close }] = useDisclosure();
  // The first day alone, while the last one is still to be picked.
  const [begun, setBegun] = useState<string | null>(null);
  const last = shift(to, -1);
  const change = ([first, end]: Range) => {
    setBegun(end ? null : first);
    if (!first || !end) return;
    onChange({ from: first, to: shift(end, 1) });
    close();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      onClose={() => setBegun(null)}
      trapFocus
      position="bottom-start"
    >
      <Popover.Target>
        <Button
          variant="default"
          fw={400}
          onClick={toggle}
          leftSection={<IconCalendarEvent size={16} aria-hidden />}
          w={{ base: '100%', xs: 'auto' }}
        >
          {formatDay(from)} – {formatDay(last)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          type="range"
          value={begun ? [begun, null] : [from, last]}
          onChange={change}
          defaultDate={from}
          allowSingleDateInRange
          hideOutsideDates
          weekendDays={[]}
          ariaLabels={ariaLabels}
          {...formats}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function shift(day: string, by: number): string {
  return dayjs(day).add(by, 'day').format('YYYY-MM-DD');
}
