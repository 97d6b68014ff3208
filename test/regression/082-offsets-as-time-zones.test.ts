import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

type Answer = { data: { analytics: { window: { from: string } } | null }; errors?: { message: string }[] };

async function windowIn(timeZone: string): Promise<Answer> {
  const { token } = await mintKey();
  const window = '{from: "2026-01-01", to: "2026-02-01"}';
  const query = `query ($zone: String) { analytics(window: ${window}, timeZone: $zone) { window { from } } }`;
  const body = JSON.stringify({ query, variables: { zone: timeZone } });
  return parse<Answer>((await send(`${gateway.url}/graphql`, { token, body })).text);
}

// It named IANA zones alone, as if offsets were not taken.
test.each(['+5:45', '+0545', 'GMT+5', '+24:00'])(
  '%s is refused with how offsets are written',
  async (zone) => {
    const { errors } = await windowIn(zone);
    expect(errors?.[0]?.message).toBe(
      'timeZone must be the name of an IANA time zone, such as "Europe/Berlin", or an offset, such as "+05:45"',
    );
  },
);

test('an offset that is written so is taken', async () => {
  expect((await windowIn('+05:45')).data.analytics?.window.from).toBe('2025-12-31T18:15:00.000Z');
});
