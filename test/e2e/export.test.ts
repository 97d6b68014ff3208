import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { csvWriter } from '../../apps/dashboard/src/records/csv-writer.ts';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { runInside } from '../support/run-inside.ts';
import { contentOf, exportInside, type Kind, kinds, recordOf, shell } from './export.fixture.ts';
import { importInside } from './import.fixture.ts';

/** Just more than an export reads at once, and an import sends at once. */
const COUNT = 1_010;
const gateway = useGateway();
let folder: string;
let source: { token: string; developer: string };

/** Runs a line of shell with this key in its environment. */
const run = (line: string, token = source.token) =>
  shell(`cd ${folder}\n${line}`, {
    DATABASE_URL: inject('databaseUrl'),
    OUTTURN_URL: gateway.url,
    OUTTURN_API_KEY: token,
    // Without this, the directory of the test run would be taken for the caller's.
    INIT_CWD: folder,
    FROM: source.developer,
  });

/** An answer over REST. */
async function call(route: string, token: string, body?: object) {
  const { text } = await send(`${gateway.url}/v1${route}`, {
    token,
    ...(body && { body: JSON.stringify(body) }),
  });
  return JSON.parse(text);
}

async function record(token: string, kind: Kind, items: readonly object[]): Promise<void> {
  for (let i = 0; i < items.length; i += 1000) {
    const body = await call(`/${kind}/batch`, token, items.slice(i, i + 1000));
    expect(body).toMatchObject({ rejected: 0 });
  }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-export-'));
  source = await mintKey();
  for (const kind of kinds)
    await record(
      source.token,
      kind,
      Array.from({ length: COUNT }, (_, i) => recordOf(kind, i)),
    );
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

const fileOf = (name: string) => path.join(folder, name);
const importOf = (kind: Kind, name: string, apiKey: string, ignored: readonly string[] = []) =>
  importInside(kind, fileOf(name), { url: gateway.url, apiKey, ignored });

test.each([
  ['revenues', 'csv', 'ndjson'],
  ['outcomes', 'ndjson', 'csv'],
  ['goals', 'csv', 'ndjson'],
  ['events', 'ndjson', 'csv'],
] as const)(
  '%s arrive unchanged and once: through a pipe as %s, in a file as %s',
  async (kind, piped, filed) => {
    const expected = await contentOf(source.developer, kind);
    expect(expected).toHaveLength(COUNT);
    const [first, second] = [await mintKey(), await mintKey()];
    const line = `outturn export ${kind} --developer "$FROM" --format ${piped} | outturn import ${kind} - --format ${piped}`;
    expect(await run(line, first.token)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('standard input: 1,010 created, 0 already there, 0 rejected'),
      stderr: `1,010 ${kind} exported.\n`,
    });
    expect(await contentOf(first.developer, kind)).toEqual(expected);

    for (const format of [piped, filed])
      await writeFile(fileOf(`all.${format}`), await exportInside(source.developer, kind, format));
    expect(await importOf(kind, `all.${filed}`, second.token)).toEqual({
      created: COUNT,
      replayed: 0,
      rejected: 0,
    });
    expect(await contentOf(second.developer, kind)).toEqual(expected);
    // An exported record is the same in both formats.
    for (const format of [piped, filed])
      expect(await importOf(kind, `all.${format}`, first.token)).toMatchObject({
        created: 0,
        replayed: COUNT,
      });
    expect(await contentOf(first.developer, kind)).toEqual(expected);
  },
);

test('an export is sorted by time with each record once, and its window takes days or instants', async () => {
  const records = (text: string) => text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
  const exported = async (options: string) => {
    const ofSource = ['--developer', source.developer, '--format', 'ndjson', ...options.split(' ')];
    const { output } = await runInside(inject('databaseUrl'), 'export', 'events', ...ofSource);
    return records(output);
  };
  const all = records(await exportInside(source.developer, 'events', 'ndjson'));
  const places = all.map(({ occurredAt, id }) => `${occurredAt} ${id}`);
  expect(places).toHaveLength(COUNT);
  expect(places).toEqual([...new Set(places)].sort());

  const [middle, end] = [all[400].occurredAt, all[900].occurredAt];
  expect(await exported(`--from ${middle} --to ${end}`)).toEqual(
    all.filter(({ occurredAt }) => occurredAt >= middle && occurredAt < end),
  );
  const day = '2023-11-14';
  expect(await exported(`--from ${day} --to ${day}`)).toEqual(
    all.filter(({ occurredAt }) => occurredAt.startsWith(day)),
  );
  expect(await exported('--from 2023-11-16')).toEqual([]);
});

test.each(['csv', 'ndjson'] as const)(
  'computed cost of an exported event is computed again, and a reported one stays: %s',
  async (format) => {
    const counted = await mintKey();
    const occurredAt = '2026-06-01T00:00:00.000Z';
    const llm = { type: 'llm.call', model: 'gpt-4.1-mini', inputTokens: 1_000_000, occurredAt };
    await record(counted.token, 'events', [llm, { ...llm, cost: '7' }, { ...llm, model: 'unknown' }]);
    await writeFile(fileOf(`costs.${format}`), await exportInside(counted.developer, 'events', format));
    const { token } = await mintKey();
    expect(await importOf('events', `costs.${format}`, token)).toMatchObject({ created: 3, rejected: 0 });
    const costs = (await call('/events?sort=id', token)).map(
      ({ cost, computedCost, costSource }: Record<string, unknown>) => [cost, computedCost, costSource],
    );
    expect(costs).toEqual([
      ['0.4', '0.4', 'computed'],
      ['7', '0.4', 'reported'],
      [null, null, 'unpriced'],
    ]);
  },
);

test('links to records of the first account are rejected in another, or left out on request', async () => {
  const linked = await mintKey();
  const goal = await call('/goals', linked.token, recordOf('goals', 1));
  await record(linked.token, 'revenues', [{ ...recordOf('revenues', 1), goalId: goal.id }]);
  const { token, developer } = await mintKey();
  await writeFile(fileOf('linked.csv'), await exportInside(linked.developer, 'revenues', 'csv'));
  expect(await importOf('revenues', 'linked.csv', token)).toMatchObject({ created: 0, rejected: 1 });
  expect(await readFile(fileOf('linked.rejected.csv'), 'utf8')).toContain(
    'goalId does not exist in this account',
  );
  expect(await importOf('revenues', 'linked.csv', token, ['goalId'])).toMatchObject({
    created: 1,
    rejected: 0,
  });
  expect(await contentOf(developer, 'revenues')).toEqual(await contentOf(linked.developer, 'revenues'));
});

test.each(['csv', 'ndjson'] as const)(
  'exported refunds are rejected in another account, or are negative revenues there on request: %s',
  async (format) => {
    const refunded = await mintKey();
    const sale = { amount: '100', recordedAt: '2026-03-01T09:30:00.000Z', key: 'order-1' };
    const { id } = await call('/revenues', refunded.token, sale);
    await call(`/revenues/${id}/refunds`, refunded.token, {
      ...sale,
      amount: '12.50',
      key: 'order-1:refund',
    });
    const { token, developer } = await mintKey();
    const name = `refunded.${format}`;
    await writeFile(fileOf(name), await exportInside(refunded.developer, 'revenues', format));
    expect(await importOf('revenues', name, token)).toEqual({ created: 1, replayed: 0, rejected: 1 });
    expect(await readFile(fileOf(`refunded.rejected.${format}`), 'utf8')).toContain(
      'refundOf is an id of another account; with --ignore refundOf the row becomes a negative revenue',
    );
    expect(await importOf('revenues', name, token, ['refundOf'])).toMatchObject({
      created: 1,
      replayed: 1,
      rejected: 0,
    });
    expect(await contentOf(developer, 'revenues')).toEqual(await contentOf(refunded.developer, 'revenues'));
    expect(await call('/revenues', token)).toMatchObject([
      { amount: '-12.50', key: 'order-1:refund', refundOf: null },
      { amount: '100', key: 'order-1', refundOf: null },
    ]);
  },
);

test('voided records that the dashboard saves are rejected, or recorded on request', async () => {
  const from = await mintKey();
  const { id } = await call('/revenues', from.token, recordOf('revenues', 1));
  await call(`/revenues/${id}/corrections`, from.token, { action: 'void', reason: 'Recorded twice' });
  const { token } = await mintKey();
  await writeFile(fileOf('voided.csv'), csvWriter()(await call('/revenues?status=voided', from.token)));
  expect(await importOf('revenues', 'voided.csv', token)).toMatchObject({ created: 0, rejected: 1 });
  expect(await readFile(fileOf('voided.rejected.csv'), 'utf8')).toContain(
    'the record is voided and counts nowhere; with --ignore status it is recorded as an active one',
  );
  expect(await importOf('revenues', 'voided.csv', token, ['status'])).toMatchObject({ created: 1 });
});

test('a changed row of an existing record is rejected', async () => {
  const { token, developer } = await mintKey();
  await writeFile(fileOf('some.csv'), await exportInside(source.developer, 'outcomes', 'csv'));
  expect(await importOf('outcomes', 'some.csv', token)).toMatchObject({ created: COUNT, rejected: 0 });
  const before = await contentOf(developer, 'outcomes');
  const [header = '', first = '', ...rest] = (await readFile(fileOf('some.csv'), 'utf8')).split('\n');
  await writeFile(fileOf('some.csv'), [header, first.replace(/\d+\.\d+/, '9.9'), ...rest].join('\n'));

  expect(await importOf('outcomes', 'some.csv', token)).toMatchObject({ created: 0, rejected: 1 });
  expect(await readFile(fileOf('some.rejected.csv'), 'utf8')).toContain('Idempotency Key Reused');
  expect(await contentOf(developer, 'outcomes')).toEqual(before);
});

test.each(kinds)('the file of %s that the dashboard saves can be imported unchanged', async (kind) => {
  const { token, developer } = await mintKey();
  const records = await call(`/${kind}?limit=100`, source.token);
  await writeFile(fileOf(`${kind}.csv`), csvWriter()(records));
  const ignored = kind === 'outcomes' ? ['toolId'] : [];
  expect(await importOf(kind, `${kind}.csv`, token, ignored)).toEqual({
    created: 100,
    replayed: 0,
    rejected: 0,
  });
  const expected = new Set(await contentOf(source.developer, kind, { isShown: true }));
  const imported = await contentOf(developer, kind, { isShown: true });
  expect(imported).toHaveLength(100);
  expect(imported.filter((row) => !expected.has(row))).toEqual([]);
});

test('records are not imported into their own account', async () => {
  const before = await contentOf(source.developer, 'events');
  await writeFile(fileOf('own.csv'), await exportInside(source.developer, 'events', 'csv'));
  await expect(importOf('events', 'own.csv', source.token)).rejects.toThrow('is already in this account');
  expect(await contentOf(source.developer, 'events')).toEqual(before);

  const { token } = await mintKey({ scopes: ['events:write'] });
  await expect(importOf('events', 'own.csv', token)).rejects.toThrow('of the file: ');
});

test('invalid rows are rejected with their reasons', async () => {
  const { token } = await mintKey();
  await writeFile(fileOf('goals.csv'), 'goalKey,achievedAt,id\nwon,,\nwon,2024-01-15T10:30:00Z,7\n');
  expect(await importOf('goals', 'goals.csv', token)).toMatchObject({ rejected: 2 });
  expect(await readFile(fileOf('goals.rejected.csv'), 'utf8')).toMatch(
    /\nwon,,,achievedAt is required\nwon,2024-01-15T10:30:00Z,7,id is not the id of an Outturn record/,
  );
});

test('an unknown developer is refused, an empty export is a header, and a reader may close early', async () => {
  const { developer } = await mintKey();
  expect(await run(`outturn export goals --developer nobody`)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'There is no developer "nobody". See: outturn developers list\n',
  });
  expect(await run(`outturn export goals --developer ${developer}`)).toMatchObject({
    code: 0,
    stdout:
      'id,goalKey,agentKey,sessionKey,customerKey,metadata,achievedAt,status,version,createdAt,updatedAt\n',
  });
  expect(await run(`outturn export goals --developer "$FROM" | head -1`)).toMatchObject({
    code: 141,
    stderr: '',
  });
});
