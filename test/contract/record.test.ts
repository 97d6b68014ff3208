import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { succeeded } from '../support/drivers/driver.ts';
import { endpointSample, instant, minimal, recordId } from '../support/drivers/samples.ts';
import { surfaces, useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

/** The fields of both response samples of the spec. */
const shape = {
  id: expect.stringMatching(recordId),
  key: expect.any(String),
  amount: expect.any(String),
  source: 'Manual',
  agentId: expect.stringMatching(recordId),
  agentKey: expect.any(String),
  customerId: null,
  customerKey: null,
  sessionKey: null,
  goalId: null,
  eventId: null,
  description: null,
  recordedAt: '2024-01-15T10:30:00.000Z',
  metadata: null,
  refundOf: null,
  status: 'active',
  version: 1,
  createdAt: expect.stringMatching(instant),
  updatedAt: expect.stringMatching(instant),
};

describe.each(surfaces)('recording over $name', ({ connect }) => {
  const newAccount = async () => connect(gateway.url, (await mintKey()).token);

  test('takes the sample of the endpoint reference', async () => {
    const api = await newAccount();
    const before = Date.now();
    const result = await api.record(endpointSample);

    expect(result).toEqual({
      ok: true,
      replayed: false,
      value: { ...shape, ...endpointSample, customerId: expect.stringMatching(recordId) },
    });
    const { createdAt, updatedAt, id, key } = succeeded(result);
    expect(updatedAt).toBe(createdAt);
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now());
    expect(key).toBe(`rev_${id}`);
  });

  test('takes the general sample: an agent by id, and unset fields are null', async () => {
    const api = await newAccount();
    const { agentId, agentKey } = succeeded(await api.record({ ...minimal, agentKey: 'known' }));

    const record = succeeded(await api.record({ ...minimal, agentId }));

    expect(record).toEqual({ ...shape, amount: '1.00', agentId, agentKey });
  });

  test('takes the required fields alone, and nulls for the others', async () => {
    const api = await newAccount();
    const nothing = { ...shape, amount: '1.00', agentId: null, agentKey: null };
    const optional = ['agentKey', 'agentId', 'customerKey', 'customerId', 'sessionKey', 'goalId', 'eventId'];
    const nulls = Object.fromEntries(
      [...optional, 'key', 'source', 'description'].map((name) => [name, null]),
    );

    expect(succeeded(await api.record(minimal))).toEqual(nothing);
    expect(succeeded(await api.record({ ...minimal, ...nulls }))).toEqual(nothing);
  });

  test('keeps source, key and description as they are sent', async () => {
    const api = await newAccount();
    const text = 'Zahlung "ü" \\ 🙂 \u2028 </script>\n';
    const record = succeeded(
      await api.record({ ...minimal, source: 'Stripe', key: 'invoice-1', description: text }),
    );

    expect(record).toMatchObject({ source: 'Stripe', key: 'invoice-1', description: text });
    expect(succeeded(await api.get(record.id))).toEqual(record);
  });

  test.each([
    ['99.90', '99.90'],
    ['0', '0'],
    ['-12.345678901', '-12.345678901'],
    ['-12.300', '-12.300'],
    ['999999999999999.999999999', '999999999999999.999999999'],
    ['000.10', '0.10'],
    ['-0.00', '0.00'],
    ['100', '100'],
  ])('returns an amount of %s as %s', async (sent, expected) => {
    const api = await newAccount();
    const record = succeeded(await api.record({ ...minimal, amount: sent }));

    expect(record.amount).toBe(expected);
    expect(succeeded(await api.get(record.id)).amount).toBe(expected);
  });

  test.each([
    ['2024-01-15T10:30:00Z', '2024-01-15T10:30:00.000Z'],
    ['2024-01-15T10:30:00.5Z', '2024-01-15T10:30:00.500Z'],
    ['2024-01-15T23:30:00+05:30', '2024-01-15T18:00:00.000Z'],
    ['2024-01-15T10:30:00.123456789-01:00', '2024-01-15T11:30:00.123Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ])('returns an instant of %s as %s', async (sent, expected) => {
    const api = await newAccount();
    const record = succeeded(await api.record({ ...minimal, recordedAt: sent }));

    expect(record.recordedAt).toBe(expected);
    expect(succeeded(await api.get(record.id))).toEqual(record);
  });

  test('accepts a time within a day from now, and refuses a later one with the time of the server', async () => {
    const api = await newAccount();
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const accepted = succeeded(await api.record({ ...minimal, recordedAt: inHours(23) }));

    for (const recordedAt of [inHours(25), inHours(365 * 24), '9999-12-31T23:59:59.999Z']) {
      const refused = await api.record({ ...minimal, recordedAt }, { idempotencyKey: 'typing-error' });
      const message = expect.stringMatching(
        `^must not be more than a day in the future: ${recordedAt} was sent, and the server's time is 20`,
      );
      expect(refused).toMatchObject({ status: 400, details: [{ field: 'recordedAt', message }] });
    }
    expect(succeeded(await api.list()).items).toEqual([accepted]);
    // A refused record does not use up its idempotency key.
    succeeded(await api.record(minimal, { idempotencyKey: 'typing-error' }));
  });
});
