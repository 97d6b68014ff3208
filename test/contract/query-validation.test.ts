import { beforeAll, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { unknownId } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
let token: string;
beforeAll(async () => {
  ({ token } = await mintKey());
});

const forged = (...parts: string[]) => Buffer.from(parts.join('\n')).toString('base64url');

// The unit tests try every value: query-input.test.ts of packages/rest, page.test.ts and cursor.test.ts of
// packages/service.
test.each([
  ...['0', '1001', 'abc', '', '1e2'].map((limit) => ['limit', `limit=${limit}`]),
  ...['-1', '1.5', ''].map((offset) => ['offset', `offset=${offset}`]),
  ['limit', 'limit=5&limit=5'],
  ['limit', 'limit=5&limit=6'],
  ['offset', 'offset=0&limit=1&offset=0'],
  ['cursor', 'cursor=a&cursor=b'],
  ['Limit', 'Limit=5'],
  ['page', 'page=2'],
  ['limit[]', 'limit[]=5'],
  ['__proto__', '__proto__=5'],
  ['constructor', 'constructor=5'],
  ['cursor', 'cursor='],
  ['cursor', 'cursor=%00'],
  ['cursor', `cursor=${'A'.repeat(1001)}`],
  ['cursor', `cursor=${unknownId}`],
  // No part of a forged cursor reaches PostgreSQL without validation.
  ['cursor', `cursor=${forged('revenues', '-id', '2024-01-15 10:30:00+00', unknownId)}`],
  [
    'cursor',
    `sort=recordedAt&cursor=${forged('revenues', 'recordedAt', '2024-99-99 99:99:99+00', unknownId)}`,
  ],
])('a query with a bad %s is refused: %s', async (field, query) => {
  const { status, text } = await send(`${gateway.url}/v1/revenues?${query}`, { token });

  expect(parse(text)).toMatchObject({
    code: 'Invalid Request',
    status: 400,
    details: [{ field, message: expect.stringMatching(/\S/) }],
  });
  expect(status).toBe(400);
});

test.each(['limit=1', 'limit=1000&offset=0', 'offset=999999999999999', 'limit=%31'])(
  'a query of %s is accepted',
  async (query) => {
    const { status, text } = await send(`${gateway.url}/v1/revenues?${query}`, { token });
    expect({ status, text }).toEqual({ status: 200, text: '[]' });
  },
);

describe('recordedFrom', () => {
  const form =
    'recordedFrom must be an ISO 8601 timestamp with a time zone, written like "2024-01-15T10:30:00Z" or "2024-01-15T16:15:00+05:45"';

  test.each([
    ['2024-01-15T10:30Z', form],
    ['2024-01-15T10:30:00%2B0000', form],
    ['2024-01-15T10:30:00%2B05', form],
    ['20240115T103000Z', form],
    ['2024-01-15T16:15:00+05:45', `${form}; in a URL, a + is written as %2B`],
    ['2024-01-15T16:15:00.5+0545', `${form}; in a URL, a + is written as %2B`],
  ])('is refused as %s, with the form of timestamps', async (value, message) => {
    const { status, text } = await send(`${gateway.url}/v1/revenues?recordedFrom=${value}`, { token });

    expect(status).toBe(400);
    expect(parse(text)).toMatchObject({ message });
  });

  test.each(['2024-01-15T10:30:00Z', '2024-01-15T16:15:00%2B05:45'])('is accepted as %s', async (value) => {
    const { status } = await send(`${gateway.url}/v1/revenues?recordedFrom=${value}`, { token });
    expect(status).toBe(200);
  });
});
