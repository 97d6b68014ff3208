import { ACCOUNT_SCOPE, allOperations } from '@outturn/service';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import type { TrpcAnswer } from '../support/drivers/trpc.ts';

const gateway = useGateway();

const lists = allOperations
  .filter(
    ({ input, scope }) => input instanceof z.ZodObject && 'cursor' in input.shape && scope !== ACCOUNT_SCOPE,
  )
  .map(({ name }) => name);

/** The records of a session are a list of pages, too, once there is a session. */
const listsAtOnce = lists.filter((name) => name !== 'sessions.timeline');

/** What the list of the records behind a number requires. */
const question = { window: { last: 1, unit: 'day' }, measure: 'revenue' };

/** The infinite queries of tRPC's libraries send their direction beside the cursor. */
const direction = 'forward';

async function ask(token: string, path: string, input: object) {
  const sent = encodeURIComponent(JSON.stringify(input));
  const { status, text } = await send(`${gateway.url}/trpc/${path}?input=${sent}`, { token });
  return { status, ...parse<TrpcAnswer<{ items: { id: string }[]; nextCursor: string | null }>>(text) };
}

test('lists are found', () => {
  expect(lists).toEqual(expect.arrayContaining(['revenues.list', 'goalTypes.list', 'reports.list']));
});

describe('input of an infinite query', () => {
  test.each(listsAtOnce)('is accepted by %s', async (list) => {
    const { token } = await mintKey();
    const first = { status: 200, result: { data: { items: [], nextCursor: null } } };
    const required = list === 'analytics.records' ? question : {};
    expect(await ask(token, list, { ...required, direction })).toEqual(first);
    expect(await ask(token, list, { ...required, limit: 2, direction: 'backward' })).toEqual(first);
  });

  test('reads a list page by page', async () => {
    const { token } = await mintKey();
    const body = JSON.stringify(Array.from({ length: 5 }, () => minimal));
    await send(`${gateway.url}/v1/revenues/batch`, { token, body });
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const { result } = await ask(token, 'revenues.list', { limit: 2, cursor, direction });
      ids.push(...(result?.data.items.map(({ id }) => id) ?? []));
      cursor = result?.data.nextCursor ?? undefined;
    } while (cursor);
    expect(new Set(ids).size).toBe(5);
    expect(ids).toHaveLength(5);
  });

  test('keeps its other unknown fields, which are refused', async () => {
    const { token } = await mintKey();
    const { status, error } = await ask(token, 'revenues.list', { direction, colour: 'red' });
    expect(status).toBe(400);
    expect(error?.data.details).toEqual([{ field: 'colour', message: 'is not a known field' }]);
  });
});

test.each(['agents.get', 'agents.getManyByKey', 'reports.run', 'analytics.slice'])(
  'direction in the input of %s, which is no list of pages, is an unknown field',
  async (path) => {
    const { token } = await mintKey();
    const { status, error } = await ask(token, path, { direction });
    expect(status).toBe(400);
    expect(error?.data.details).toContainEqual({ field: 'direction', message: 'is not a known field' });
  },
);

test('direction in the input of a record is an unknown field', async () => {
  const { token } = await mintKey();
  const body = JSON.stringify({ ...minimal, direction });
  const { status, text } = await send(`${gateway.url}/trpc/revenues.record`, { token, body });
  expect(status).toBe(400);
  expect(parse<TrpcAnswer<object>>(text).error?.data.details).toEqual([
    { field: 'direction', message: 'is not a known field' },
  ]);
});

test('direction in the query of a list over REST is an unknown field', async () => {
  const { token } = await mintKey();
  const { status, text } = await send(`${gateway.url}/v1/revenues?direction=forward`, { token });
  expect(status).toBe(400);
  expect(text).toContain('direction');
});
