import type { Scope } from '@outturn/service';
import { beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

type Entry = { kind: string; time: string; record: { id: string } };

const gateway = useGateway();
/** A key with a letter that some proxies refuse in a path. */
const KEY = 'run/1';
const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

let developer: string;
let token: string;
/** Kind and id of the records of the session, in the order in which they are listed. */
let recorded: [kind: string, id: string][];

async function post(path: string, body: object): Promise<string> {
  const { status, text } = await send(`${gateway.url}/v1/${path}`, { token, body: JSON.stringify(body) });
  expect(status, text).toBe(201);
  return parse<{ id: string }>(text).id;
}

async function read(query: string, caller = token) {
  const path = `sessions/~/timeline?${new URLSearchParams({ key: KEY })}&${query}`;
  const { status, text, headers } = await send(`${gateway.url}/v1/${path}`, { token: caller });
  const [, cursor] = /cursor=([^&>]+)/.exec(headers.get('link') ?? '') ?? [];
  return { status, text, cursor, entries: status === 200 ? (JSON.parse(text) as Entry[]) : [] };
}

beforeAll(async () => {
  ({ token, developer } = await mintKey());
  const revenue = await post('revenues', { amount: '9', recordedAt: at(3), sessionKey: KEY });
  const outcome = await post('outcomes', { value: '2', generatedAt: at(2), sessionKey: KEY });
  const goal = await post('goals', { goalKey: 'signup', achievedAt: at(2), sessionKey: KEY });
  // At the same time as the goal: ids decide.
  const calls: string[] = [];
  for (let i = 0; i < 4; i++)
    calls.push(await post('events', { type: 'llm.call', occurredAt: at(2), sessionKey: KEY }));
  const start = await post('events', { type: 'session.start', occurredAt: at(1), sessionKey: KEY });
  const voided = await post('events', { type: 'llm.call', occurredAt: at(1), sessionKey: KEY });
  await post(`events/${voided}/corrections`, { action: 'void', reason: 'test' });
  await post('events', { type: 'llm.call', occurredAt: at(1), sessionKey: 'another' });
  recorded = [
    ['events', start],
    ['outcomes', outcome],
    ['goals', goal],
    ...calls.map((id): [string, string] => ['events', id]),
    ['revenues', revenue],
  ];
});

test('a timeline has the records of a session that count, the earliest first', async () => {
  const { entries, cursor } = await read('');
  expect(entries.map(({ kind, record }) => [kind, record.id])).toEqual(recorded);
  expect(entries.map(({ time }) => time)).toEqual([at(1), ...Array<string>(6).fill(at(2)), at(3)]);
  expect(cursor).toBeUndefined();
});

test('pages of a timeline have every record once, also among equal times', async () => {
  for (const limit of [1, 3]) {
    const ids: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const page = await read(`limit=${limit}${cursor && `&cursor=${cursor}`}`);
      ids.push(...page.entries.map(({ record }) => record.id));
      cursor = page.cursor;
    }
    expect(ids).toEqual(recorded.map(([, id]) => id));
  }
});

test('tRPC pages a timeline for infinite queries', async () => {
  const input = encodeURIComponent(JSON.stringify({ key: KEY, limit: 2, direction: 'forward' }));
  const { text } = await send(`${gateway.url}/trpc/sessions.timeline?input=${input}`, { token });
  expect(parse(text)).toMatchObject({
    result: { data: { items: [{ kind: 'events' }, { kind: 'outcomes' }], nextCursor: expect.any(String) } },
  });
});

test('a timeline shows the kinds that the key may read', async () => {
  const ask = async (scopes: Scope[]) => read('', (await mintKey({ developer, scopes })).token);
  const { entries } = await ask(['sessions:read', 'goals:read', 'revenues:read']);
  expect(entries.map(({ kind }) => kind)).toEqual(['goals', 'revenues']);
  expect(await ask(['sessions:read'])).toMatchObject({ status: 403 });
  expect(await ask(['events:read'])).toMatchObject({ status: 403 });
});

test('the timeline and the sums of a session of another developer are not found', async () => {
  const { token: other } = await mintKey();
  expect(await read('', other)).toMatchObject({ status: 404 });
  const summary = `${gateway.url}/v1/sessions/~?${new URLSearchParams({ key: KEY })}&include=summary`;
  expect(await send(summary, { token: other })).toMatchObject({ status: 404 });
  expect(parse((await send(summary, { token })).text)).toMatchObject({
    summary: { revenue: '9', goals: 1, events: 5 },
  });
  const { token: reader } = await mintKey({ developer, scopes: ['sessions:read'] });
  expect(await send(summary, { token: reader })).toMatchObject({ status: 403 });
});
