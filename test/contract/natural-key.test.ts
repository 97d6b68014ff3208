import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { succeeded } from '../support/drivers/driver.ts';
import { connectRest } from '../support/drivers/rest.ts';
import { endpointSample, minimal } from '../support/drivers/samples.ts';
import { surfaces, useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

const invoice = { ...endpointSample, key: 'invoice-1' };

const usedBefore = {
  ok: false,
  code: 'Invalid Request',
  status: 400,
  message:
    'key was used before by a record with different content: amend that one, or restore it if it is voided',
  details: [
    {
      field: 'key',
      message:
        'was used before by a record with different content: amend that one, or restore it if it is voided',
    },
  ],
};

describe.each(surfaces)("a record's own key over $name", ({ connect }) => {
  const newAccount = async () => connect(gateway.url, (await mintKey()).token);

  test('sent again with the same content replays the record, over every surface', async () => {
    const { token } = await mintKey();
    const original = succeeded(await connect(gateway.url, token).record(invoice));

    expect(original.key).toBe('invoice-1');
    for (const other of surfaces) {
      const again = await other.connect(gateway.url, token).record(invoice);
      expect(again).toEqual({ ok: true, value: original, replayed: true });
    }
    expect(succeeded(await connect(gateway.url, token).list()).items).toEqual([original]);
  });

  test('sent again with different content is refused, names the field and writes nothing', async () => {
    const api = await newAccount();
    const original = succeeded(await api.record(invoice));

    expect(await api.record({ ...invoice, amount: '1' })).toEqual(usedBefore);
    expect(await api.record({ ...invoice, agentKey: null }, { idempotencyKey: 'new' })).toEqual(usedBefore);
    expect(succeeded(await api.list()).items).toEqual([original]);
    // The refused call leaves its idempotency key free.
    expect(await api.record(minimal, { idempotencyKey: 'new' })).toMatchObject({ ok: true, replayed: false });
  });

  test('is unique per developer', async () => {
    const [api, other] = [await newAccount(), await newAccount()];
    const [mine, theirs] = [await api.record(invoice), await other.record({ ...invoice, amount: '1' })];

    expect(succeeded(mine).id).not.toBe(succeeded(theirs).id);
    expect(succeeded(theirs)).toMatchObject({ key: 'invoice-1', amount: '1' });
  });

  test('and an idempotency key both identify the same record', async () => {
    const api = await newAccount();
    const original = succeeded(await api.record(invoice, { idempotencyKey: 'first' }));
    const replay = { ok: true, value: original, replayed: true };

    expect(await api.record(invoice, { idempotencyKey: 'first' })).toEqual(replay);
    expect(await api.record(invoice)).toEqual(replay);
    expect(await api.record(invoice, { idempotencyKey: 'second' })).toEqual(replay);
    // The second idempotency key is now bound to that record, too.
    expect(await api.record(invoice, { idempotencyKey: 'second' })).toEqual(replay);
    expect(await api.record(minimal, { idempotencyKey: 'second' })).toMatchObject({
      ok: false,
      code: 'Idempotency Key Reused',
    });
    expect(succeeded(await api.list()).items).toEqual([original]);
  });

  test('and an idempotency key of the same text do not collide', async () => {
    const api = await newAccount();
    succeeded(await api.record({ ...minimal, key: 'same' }));

    const other = await api.record({ ...minimal, amount: '2' }, { idempotencyKey: 'same' });
    expect(other).toMatchObject({ ok: true, replayed: false });
  });

  // A record read from a list or an export and sent again unchanged would otherwise be recorded twice.
  test('when generated is accepted for no second record in its account', async () => {
    const [api, elsewhere] = [await newAccount(), await newAccount()];
    const { id, key } = succeeded(await api.record(minimal));
    expect(key).toBe(`rev_${id}`);

    const message = 'was generated for a record that exists; leave it out, or send a key of your own';
    expect(await api.record({ ...minimal, key })).toMatchObject({
      ok: false,
      code: 'Invalid Request',
      details: [{ field: 'key', message }],
    });
    expect(succeeded(await api.list()).items).toHaveLength(1);

    // An export that is imported into another account keeps its keys, and a second import replays.
    const brought = succeeded(await elsewhere.record({ ...minimal, key }));
    expect(brought.key).toBe(key);
    expect(await elsewhere.record({ ...minimal, key })).toEqual({ ok: true, value: brought, replayed: true });
  });
});

test('a key made of an id finds its record, in its account and where it was imported', async () => {
  const [{ token }, { token: other }] = [await mintKey(), await mintKey()];
  const found = async (apiKey: string, key: string) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const answer = await fetch(`${gateway.url}/v1/revenues?key=${key}`, { headers });
    return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
  };
  const { id, key } = succeeded(await connectRest(gateway.url, token).record(minimal));
  succeeded(await connectRest(gateway.url, token).record(minimal));
  const brought = succeeded(await connectRest(gateway.url, other).record({ ...minimal, key }));

  expect(await found(token, key)).toEqual([id]);
  expect(await found(other, key)).toEqual([brought.id]);
  const named = succeeded(await connectRest(gateway.url, token).record(invoice));
  expect(await found(token, `rev_${named.id}`)).toEqual([]);
});
