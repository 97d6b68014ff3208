import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
const form =
  'recordedFrom must be an ISO 8601 timestamp with a time zone, written like "2024-01-15T10:30:00Z" or "2024-01-15T16:15:00+05:45"';

// All of it is ISO 8601 with a time zone, so that "must be an ISO 8601 timestamp with a time zone" helped nobody.
test.each([
  ['2024-01-15T10:30Z', form],
  ['2024-01-15T10:30:00%2B0000', form],
  ['2024-01-15T10:30:00%2B05', form],
  ['20240115T103000Z', form],
  ['2024-01-15T16:15:00+05:45', `${form}; in a URL, a + is written as %2B`],
  ['2024-01-15T16:15:00.5+0545', `${form}; in a URL, a + is written as %2B`],
])('recordedFrom=%s is told what is taken', async (value, message) => {
  const { token } = await mintKey();
  const { status, text } = await send(`${gateway.url}/v1/revenues?recordedFrom=${value}`, { token });

  expect(status).toBe(400);
  expect(parse(text)).toMatchObject({ message });
});

test.each(['2024-01-15T10:30:00Z', '2024-01-15T16:15:00%2B05:45'])(
  'recordedFrom=%s is taken',
  async (value) => {
    const { token } = await mintKey();
    const { status } = await send(`${gateway.url}/v1/revenues?recordedFrom=${value}`, { token });
    expect(status).toBe(200);
  },
);
