import { describe, expect, test } from 'vitest';
import { agents, customers, goalTypes } from './company.ts';
import { demoSessions } from './demo-data.ts';
import type { DemoSession } from './demo-record.ts';
import { toMicros } from './money.ts';

const DAY = 86_400_000;

type Figures = { revenue: number; cost: number; goals: number };

/** Dollars and counts of the records from one time to another. */
function figuresOf(sessions: readonly DemoSession[], from: number, to: number): Figures {
  const figures = { revenue: 0, cost: 0, goals: 0 };
  for (const record of sessions.flatMap(({ records }) => records)) {
    const time = Date.parse(timeOf(record));
    if (time < from || time >= to) continue;
    if (record.kind === 'revenues') figures.revenue += dollars(record.input.amount);
    else if (record.kind === 'events') figures.cost += dollars(record.input.cost ?? '0');
    else figures.goals++;
  }
  return figures;
}

const dollars = (amount: string) => toMicros(amount) / 1e6;
const roiOf = ({ revenue, cost }: Figures) => (revenue - cost) / cost;

function timeOf({ kind, input }: DemoSession['records'][number]): string {
  return (
    (kind === 'revenues' ? input.recordedAt : kind === 'events' ? input.occurredAt : input.achievedAt) ?? ''
  );
}

// Saturday, Sunday, the first and the last day of a month, leap day, New Year; night, noon and evening.
describe.each([
  '2026-11-25T16:00:00Z',
  '2026-11-28T00:40:00Z',
  '2026-11-29T12:00:00Z',
  '2026-12-01T08:20:00Z',
  '2027-01-01T23:30:00Z',
  '2027-03-31T05:10:00Z',
  '2028-02-29T18:45:00Z',
])('demo data of %s', (instant) => {
  const until = new Date(instant);
  const end = until.getTime();
  const made = [...demoSessions({ seed: 'demo', sessions: 60, days: 90, until })];
  const today = Math.floor(end / DAY) * DAY;
  const now = figuresOf(made, today - 29 * DAY, end);
  const before = figuresOf(made, today - 59 * DAY, end - 30 * DAY);

  test('grows against the same part of the 30 days before', () => {
    expect(now.revenue / before.revenue).toBeGreaterThan(1.02);
    expect(now.revenue / before.revenue).toBeLessThan(1.6);
    expect(now.goals).toBeGreaterThan(before.goals);
    expect(now.revenue - now.cost).toBeGreaterThan(before.revenue - before.cost);
  });

  test('has a believable ROI: 150 to 600%, and one agent that loses money', () => {
    expect(roiOf(now)).toBeGreaterThan(1.5);
    expect(roiOf(now)).toBeLessThan(6);
    const rois = agents.map(({ key }) =>
      roiOf(
        figuresOf(
          made.filter(({ agentKey }) => agentKey === key),
          end - 30 * DAY,
          end,
        ),
      ),
    );
    const [worst = 0, ...others] = rois.toSorted((a, b) => a - b);
    expect(worst).toBeLessThan(0);
    for (const roi of others) {
      expect(roi).toBeGreaterThan(1);
      expect(roi).toBeLessThan(6);
    }
  });

  test('has customers that earn, and one that loses money', () => {
    const marginOf = (key: string) => {
      const { revenue, cost } = figuresOf(
        made.filter(({ customerKey }) => customerKey === key),
        end - 30 * DAY,
        end,
      );
      return revenue - cost;
    };
    const losing = customers.filter(({ key }) => marginOf(key) < 0).map(({ key }) => key);
    expect(losing).toContain('tundra-finance');
    expect(losing.length).toBeLessThan(customers.length / 3);
  });

  test('has revenue of every goal type and of tools', () => {
    const revenues = made
      .filter((session) => session.end.getTime() > end - 30 * DAY)
      .flatMap(({ records }) => records.filter((record) => record.kind === 'revenues'));
    const sold = new Set(revenues.map(({ goal }) => goal.input.goalKey));
    expect([...sold].sort()).toEqual(goalTypes.map(({ key }) => key).sort());
    const callers = new Set(revenues.map(({ event }) => event?.input.toolKey));
    expect(callers.size).toBeGreaterThan(2);
  });

  test('has more sessions on working days than on weekends, and some in the last day', () => {
    const onDay = (day: number) => made.filter(({ start }) => start.getUTCDay() === day).length;
    expect(onDay(0)).toBeLessThan(onDay(2));
    expect(figuresOf(made, end - DAY, end).revenue).toBeGreaterThan(0);
  });
});
