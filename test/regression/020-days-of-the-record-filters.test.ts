import { createOutturnClient } from '@outturn/client';
import { expect, test } from 'vitest';
import { endOfDay, startOfDay } from '../../apps/dashboard/src/records/day-edges.ts';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
const HOUR = 3_600_000;

// Clocks that were turned back over midnight made the filters of the dashboard start the day an hour late.
test.each([
  ['turned back over midnight', 'America/Havana', '2025-11-02', '2025-11-03'],
  ['turned back over midnight', 'Atlantic/Azores', '2025-10-26', '2025-10-27'],
  ['skipped midnight', 'Africa/Cairo', '2026-04-24', '2026-04-25'],
  ['skipped midnight', 'America/Asuncion', '2024-10-06', '2024-10-07'],
  ['skipped midnight', 'Asia/Beirut', '2026-03-29', '2026-03-30'],
  ['turned at night', 'Europe/Berlin', '2025-10-26', '2025-10-27'],
])('a day on which clocks %s has the records that analytics count: %s, %s', async (_, timeZone, from, to) => {
  const { token } = await mintKey();
  const { revenues, analytics } = createOutturnClient({ url: gateway.url, apiKey: token });
  // One in every half hour of the day and of those before and after, so that every hour has an amount of its own.
  const first = Date.parse(from) - 24 * HOUR;
  const items = Array.from({ length: 144 }, (_, i) => ({
    amount: `${i + 1}`,
    recordedAt: new Date(first + (i * HOUR) / 2).toISOString(),
  }));
  await revenues.recordBatch.mutate(items);

  const { items: listed } = await revenues.list.query({
    recordedFrom: startOfDay(from, timeZone),
    recordedTo: endOfDay(from, timeZone),
    limit: 1_000,
  });
  const { totals } = await analytics.slice.query({ window: { from, to }, timeZone, totals: ['revenue'] });

  const sum = listed.reduce((total, { amount }) => total + Number(amount), 0);
  expect(listed.length).toBeGreaterThan(40);
  expect(`${sum}`).toBe(totals?.revenue);
});
