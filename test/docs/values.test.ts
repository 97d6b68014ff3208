import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { type Driver, succeeded } from '../support/drivers/driver.ts';
import { minimal } from '../support/drivers/samples.ts';
import { surfaces, useGateway } from '../support/drivers/surfaces.ts';
import { sectionOf } from '../support/snippets.ts';

const gateway = useGateway();
const page = sectionOf('docs/api.md', 'Formats').replaceAll('\n', ' ');

/** The amounts of the page, as sent and as returned. */
const amounts = [...page.matchAll(/`"(-?[\d.]+)"` as `"(-?[\d.]+)"`/g)].map(([, sent, back]) => ({
  sent,
  back,
}));
const [, most, mostOfDescription] =
  /(\d+) characters \(Unicode code points\), descriptions ([\d,]+);/.exec(page) ?? [];

/** The revenue that is returned for these fields, at once and later. */
async function comesBack(api: Driver, fields: object) {
  const recorded = succeeded(await api.record({ ...minimal, ...fields }));
  expect(succeeded(await api.get(recorded.id))).toEqual(recorded);
  return recorded;
}

describe.each(surfaces)('documented values over $name', ({ connect }) => {
  const newAccount = async () => connect(gateway.url, (await mintKey()).token);

  test('are returned as docs/api.md shows', async () => {
    const api = await newAccount();
    expect(amounts.length).toBeGreaterThanOrEqual(3);
    for (const { sent, back } of amounts)
      expect(await comesBack(api, { amount: sent })).toMatchObject({ amount: back });
  });

  test('have at most as many Unicode characters as docs/api.md allows', async () => {
    const api = await newAccount();
    const limits = [
      { field: 'source', limit: Number(most) },
      { field: 'agentKey', limit: Number(most) },
      { field: 'description', limit: Number(mostOfDescription?.replace(',', '')) },
    ];
    for (const { field, limit } of limits) {
      const longest = '🎉'.repeat(limit);
      expect(await comesBack(api, { [field]: longest })).toMatchObject({ [field]: longest });
      const refused = await api.record({ ...minimal, [field]: `${longest}x` });
      expect(refused).toMatchObject({
        status: 400,
        details: [{ field, message: `must have at most ${limit} characters` }],
      });
    }
  });
});
