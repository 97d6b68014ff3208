import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { succeeded } from '../support/drivers/driver.ts';
import { minimal, unknownId } from '../support/drivers/samples.ts';
import { surfaces, useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

const notFound = {
  ok: false,
  code: 'Not Found',
  status: 404,
  message: 'The resource was not found.',
  details: undefined,
};

describe.each(surfaces)('errors over $name', ({ name, connect }) => {
  const newAccount = async () => connect(gateway.url, (await mintKey()).token);

  test.each(['NaN', '1e5', '', '12,50', '1.0000000001'])('refuse an amount of "%s"', async (amount) => {
    const api = await newAccount();
    const message =
      'must be a decimal string in USD, such as "99.90": up to 15 digits, then up to 9 decimals';

    expect(await api.record({ ...minimal, amount })).toEqual({
      ok: false,
      code: 'Invalid Request',
      status: 400,
      message: `amount ${message}`,
      details: [{ field: 'amount', message }],
    });
    expect(succeeded(await api.list()).items).toEqual([]);
  });

  test.each([
    ['an amount that is a number', { amount: 99.9 }, 'amount'],
    ['no amount', { amount: undefined }, 'amount'],
    ['no recordedAt', { recordedAt: undefined }, 'recordedAt'],
    ['a recordedAt that is a number', { recordedAt: 1705314600000 }, 'recordedAt'],
    ['a field that there is not', { amout: '1.00' }, 'amout'],
  ])('name the field: %s', async (_, patch, field) => {
    const api = await newAccount();
    const result = await api.record({ ...minimal, ...patch });

    expect(result).toMatchObject({ ok: false, code: 'Invalid Request', status: 400 });
    expect(result).toMatchObject({ message: expect.stringMatching(new RegExp(`\\b${field}\\b`)) });
    // GraphQL checks these against its schema before our validation, and reports only the message.
    if (name !== 'GraphQL') expect(result).toMatchObject({ details: [{ field }] });
    expect(succeeded(await api.list()).items).toEqual([]);
  });

  test('name several wrong fields at once', async () => {
    const api = await newAccount();
    const result = await api.record({ ...minimal, amount: 'x', recordedAt: 'x', agentKey: '' });

    expect(result).toMatchObject({ ok: false, code: 'Invalid Request', status: 400 });
    const fields = result.ok ? [] : result.details?.map(({ field }) => field);
    expect(fields).toEqual(['amount', 'recordedAt', 'agentKey']);
  });

  test.each(['123', 'x', unknownId.replaceAll('-', ''), `${unknownId}0`, `{${unknownId}}`])(
    'refuse the malformed id %s',
    async (id) => {
      const api = await newAccount();
      const invalidId = { ok: false, code: 'Invalid ID', message: 'Invalid ID', status: 400 };

      expect(await api.get(id)).toMatchObject(invalidId);
      expect(await api.record({ ...minimal, agentId: id })).toMatchObject({
        ...invalidId,
        details: [{ field: 'agentId', message: 'Invalid ID' }],
      });
    },
  );

  test("answer an unknown id and another developer's with the same 404", async () => {
    const [api, other] = [await newAccount(), await newAccount()];
    const { id } = succeeded(await other.record(minimal));

    expect(await api.get(unknownId)).toEqual(notFound);
    expect(await api.get(id)).toEqual(notFound);
    expect(succeeded(await other.get(id)).id).toBe(id);
  });

  test.each(['{"amount":', 'amount=1', "{'amount': '1'}", '\u0000', 'undefined'])(
    'refuse a body that is not JSON: %j',
    async (body) => {
      const api = await newAccount();
      expect(await api.recordText(body)).toMatchObject({ ok: false, code: 'Invalid JSON', status: 400 });
    },
  );

  test('refuse what the surface does not have', async () => {
    const api = await newAccount();
    const result = await api.callUnknown();
    // A document with an unknown field is an invalid document.
    const expected =
      name === 'GraphQL' ? { code: 'Invalid Request', status: 400 } : { code: 'Not Found', status: 404 };

    expect(result).toMatchObject({ ok: false, ...expected });
  });

  test('leave the idempotency key of a failed call free', async () => {
    const api = await newAccount();
    const call = { idempotencyKey: 'second-try' };

    expect(await api.record({ ...minimal, amount: 'much' }, call)).toMatchObject({ ok: false });
    expect(await api.record({ ...minimal, agentId: unknownId }, call)).toMatchObject({ ok: false });
    expect(await api.record(minimal, call)).toMatchObject({ ok: true, replayed: false });
    expect(await api.record(minimal, call)).toMatchObject({ ok: true, replayed: true });
  });
});
