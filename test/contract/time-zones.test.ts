import { createOutturnClient } from '@outturn/client';
import { describe, expect, test } from 'vitest';
import { endOfDay, startOfDay } from '../../apps/dashboard/src/records/day-edges.ts';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
const HOUR = 3_600_000;

test.each([
  ['turned back over midnight', 'America/Havana', '2025-11-02', '2025-11-03'],
  ['turned back over midnight', 'Atlantic/Azores', '2025-10-26', '2025-10-27'],
  ['skipped midnight', 'Africa/Cairo', '2026-04-24', '2026-04-25'],
  ['skipped midnight', 'America/Asuncion', '2024-10-06', '2024-10-07'],
  ['skipped midnight', 'Asia/Beirut', '2026-03-29', '2026-03-30'],
  ['turned at night', 'Europe/Berlin', '2025-10-26', '2025-10-27'],
])(
  'a day on which clocks %s lists the records that analytics count: %s, %s',
  async (_, timeZone, from, to) => {
    const { token } = await mintKey();
    const { revenues, analytics } = createOutturnClient({ url: gateway.url, apiKey: token });
    // A record in every half hour of the day and of its neighbours, so that every hour has a distinct amount.
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
  },
);

type Answer = { data: { analytics: { window: { from: string } } | null }; errors?: { message: string }[] };

describe('an offset as the time zone of a question', () => {
  async function windowIn(timeZone: string): Promise<Answer> {
    const { token } = await mintKey();
    const window = '{from: "2026-01-01", to: "2026-02-01"}';
    const query = `query ($zone: String) { analytics(window: ${window}, timeZone: $zone) { window { from } } }`;
    const body = JSON.stringify({ query, variables: { zone: timeZone } });
    return parse<Answer>((await send(`${gateway.url}/graphql`, { token, body })).text);
  }

  test.each(['+5:45', '+0545', 'GMT+5', '+24:00'])(
    'written %s is refused with the correct form',
    async (zone) => {
      const { errors } = await windowIn(zone);
      expect(errors?.[0]?.message).toBe(
        'timeZone must be the name of an IANA time zone, such as "Europe/Berlin", or an offset, such as "+05:45"',
      );
    },
  );

  test('written +05:45 is accepted', async () => {
    expect((await windowIn('+05:45')).data.analytics?.window.from).toBe('2025-12-31T18:15:00.000Z');
  });
});
