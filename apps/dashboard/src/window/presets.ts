import dayjs from 'dayjs';
import type { Step } from '../format/instant.ts';

/** Local days, `to` exclusive. */
export type Days = { from: string; to: string };

type Unit = 'day' | 'week' | 'month' | 'quarter';
/** The same window as the API takes it. */
type Relative = { this: Unit } | { previous: Unit } | { last: number; unit: Unit };

export const presets = {
  today: {
    label: 'Today',
    window: { this: 'day' },
    days: (today: dayjs.Dayjs) => [today, today.add(1, 'day')],
  },
  yesterday: {
    label: 'Yesterday',
    window: { previous: 'day' },
    days: (today: dayjs.Dayjs) => [today.subtract(1, 'day'), today],
  },
  'this-week': {
    label: 'This week',
    window: { this: 'week' },
    days: (today: dayjs.Dayjs) => [mondayOf(today), mondayOf(today).add(7, 'day')],
  },
  '7d': {
    label: 'Last 7 days',
    window: { last: 7, unit: 'day' },
    days: (today: dayjs.Dayjs) => lastDays(today, 7),
  },
  '30d': {
    label: 'Last 30 days',
    window: { last: 30, unit: 'day' },
    days: (today: dayjs.Dayjs) => lastDays(today, 30),
  },
  '90d': {
    label: 'Last 90 days',
    window: { last: 90, unit: 'day' },
    days: (today: dayjs.Dayjs) => lastDays(today, 90),
  },
  'this-month': {
    label: 'This month',
    window: { this: 'month' },
    days: (today: dayjs.Dayjs) => months(today.startOf('month'), 1),
  },
  'last-month': {
    label: 'Last month',
    window: { previous: 'month' },
    days: (today: dayjs.Dayjs) => months(today.startOf('month').subtract(1, 'month'), 1),
  },
  'this-quarter': {
    label: 'This quarter',
    window: { this: 'quarter' },
    days: (today: dayjs.Dayjs) => months(quarterOf(today), 3),
  },
  'last-quarter': {
    label: 'Last quarter',
    window: { previous: 'quarter' },
    days: (today: dayjs.Dayjs) => months(quarterOf(today).subtract(3, 'month'), 3),
  },
} as const satisfies Record<string, { label: string; window: Relative; days: (today: dayjs.Dayjs) => Edges }>;

export type Preset = keyof typeof presets;
export const presetNames = Object.keys(presets) as Preset[];

/** A window as people choose it: one that moves with time, or two days. */
export type WindowChoice = { window: Preset } | { window: 'custom'; from: string; to: string };

type Edges = readonly [dayjs.Dayjs, dayjs.Dayjs];

const lastDays = (today: dayjs.Dayjs, count: number): Edges => [
  today.subtract(count - 1, 'day'),
  today.add(1, 'day'),
];
const months = (first: dayjs.Dayjs, count: number): Edges => [first, first.add(count, 'month')];
/** Weeks of the API begin on Mondays. */
const mondayOf = (day: dayjs.Dayjs) => day.subtract((day.day() + 6) % 7, 'day');
const quarterOf = (day: dayjs.Dayjs) => day.startOf('month').subtract(day.month() % 3, 'month');

/** The days of a choice, when `today` is the current day. */
export function daysOf(choice: WindowChoice, today: string): Days {
  if (choice.window === 'custom') return { from: choice.from, to: choice.to };
  const [from, to] = presets[choice.window].days(dayjs(today));
  return { from: from.format('YYYY-MM-DD'), to: to.format('YYYY-MM-DD') };
}

/** Buckets that make a readable chart of a window: at most about a hundred. */
export function stepFor({ from, to }: Days): Step {
  const days = dayjs(to).diff(from, 'day');
  if (days <= 2) return 'hour';
  if (days <= 100) return 'day';
  if (days <= 700) return 'week';
  return days <= 3000 ? 'month' : 'year';
}
