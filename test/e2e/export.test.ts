import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { csvWriter } from '../../apps/dashboard/src/records/csv-writer.ts';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateways } from '../support/load/gateways.ts';
import { contentOf, type Kind, kinds, recordOf, shell } from './export.fixture.ts';

const COUNT = 2_100;
const gateways = useGateways();
let url: string;
let folder: string;
let source: { token: string; developer: string };

/** Runs a line of shell as somebody with this key. */
const run = (line: string, token = source.token) =>
  shell(`cd ${folder}\n${line}`, {
    DATABASE_URL: inject('databaseUrl'),
    OUTTURN_URL: url,
    OUTTURN_API_KEY: token,
    // That of the run would be taken for where it is called.
    INIT_CWD: folder,
    FROM: source.developer,
  });

/** What REST answers. */
async function call(route: string, token: string, body?: object) {
  const { text } = await send(`${url}/v1${route}`, { token, ...(body && { body: JSON.stringify(body) }) });
  return JSON.parse(text);
}

async function record(token: string, kind: Kind, items: readonly object[]): Promise<void> {
  for (let i = 0; i < items.length; i += 1000) {
    const body = await call(`/${kind}/batch`, token, items.slice(i, i + 1000));
    expect(body).toMatchObject({ rejected: 0 });
  }
}

beforeAll(async () => {
  ({ url } = await gateways.start(inject('databaseUrl')));
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

test.each(kinds)(
  '%s arrive as they are through a pipe, and once',
  async (kind) => {
    const expected = await contentOf(source.developer, kind);
    expect(expected).toHaveLength(COUNT);
    const lineOf = (format: string) =>
      `outturn export ${kind} --developer "$FROM" --format ${format} | outturn import ${kind} - --format ${format}`;
    const [csv, ndjson] = [await mintKey(), await mintKey()];
    for (const [format, { token, developer }] of Object.entries({ csv, ndjson })) {
      expect(await run(lineOf(format), token)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('standard input: 2,100 created, 0 already there, 0 rejected'),
        stderr: `2,100 ${kind} exported.\n`,
      });
      expect(await contentOf(developer, kind)).toEqual(expected);
    }
    // Also in the other format: an exported record is the same in both.
    for (const format of ['csv', 'ndjson'])
      expect((await run(lineOf(format), csv.token)).stdout).toContain('0 created, 2,100 already there');
    expect(await contentOf(csv.developer, kind)).toEqual(expected);
  },
  60_000,
);

test('an export is in the order of its time, each record once, and its window is that of days or instants', async () => {
  const exported = async (options = '') => {
    const { stdout } = await run(`outturn export events --developer "$FROM" --format ndjson ${options}`);
    return stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
  };
  const all = await exported();
  const places = all.map(({ occurredAt, id }) => `${occurredAt} ${id}`);
  expect(places).toEqual([...new Set(places)].sort());

  const [middle, end] = [all[1_000].occurredAt, all[2_000].occurredAt];
  expect(await exported(`--from ${middle} --to ${end}`)).toEqual(
    all.filter(({ occurredAt }) => occurredAt >= middle && occurredAt < end),
  );
  const day = '2023-11-14';
  expect(await exported(`--from ${day} --to ${day}`)).toEqual(
    all.filter(({ occurredAt }) => occurredAt.startsWith(day)),
  );
  expect(await exported('--from 2023-11-16')).toEqual([]);
});

test('links to records of the account are rejected elsewhere, or left out when that is asked for', async () => {
  const linked = await mintKey();
  const goal = await call('/goals', linked.token, recordOf('goals', 1));
  await record(linked.token, 'revenues', [{ ...recordOf('revenues', 1), goalId: goal.id }]);
  const { token, developer } = await mintKey();
  const line = `outturn export revenues --developer ${linked.developer} > linked.csv; outturn import revenues linked.csv`;
  expect(await run(line, token)).toMatchObject({ code: 1 });
  expect(await readFile(path.join(folder, 'linked.rejected.csv'), 'utf8')).toContain(
    'goalId names nothing that exists in this account',
  );
  expect(await run(`${line} --ignore goalId`, token)).toMatchObject({ code: 0 });
  expect(await contentOf(developer, 'revenues')).toEqual(await contentOf(linked.developer, 'revenues'));
});

test('a row of a record that is in is rejected when it was changed', async () => {
  const { token, developer } = await mintKey();
  const line =
    'outturn export outcomes --developer "$FROM" --to 2023-11-14 > some.csv; outturn import outcomes';
  expect(await run(`${line} some.csv`, token)).toMatchObject({ code: 0 });
  const before = await contentOf(developer, 'outcomes');
  const file = path.join(folder, 'some.csv');
  const [header = '', first = '', ...rest] = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, [header, first.replace(/\d+\.\d+/, '9.9'), ...rest].join('\n'));

  expect((await run('outturn import outcomes some.csv', token)).stdout).toMatch(
    /: 0 created, .*, 1 rejected/,
  );
  expect(await readFile(path.join(folder, 'some.rejected.csv'), 'utf8')).toContain('Idempotency Key Reused');
  expect(await contentOf(developer, 'outcomes')).toEqual(before);
});

test.each(kinds)('the file of %s that the dashboard saves is imported as it is', async (kind) => {
  const { token, developer } = await mintKey();
  await writeFile(
    path.join(folder, `${kind}.csv`),
    csvWriter()(await call(`/${kind}?limit=1000`, source.token)),
  );
  const args = kind === 'outcomes' ? '--ignore toolId' : '';
  const { stdout } = await run(`outturn import ${kind} ${kind}.csv ${args}`, token);
  expect(stdout).toContain('1,000 created, 0 already there, 0 rejected');
  const expected = new Set(await contentOf(source.developer, kind, { isShown: true }));
  const imported = await contentOf(developer, kind, { isShown: true });
  expect(imported).toHaveLength(1_000);
  expect(imported.filter((row) => !expected.has(row))).toEqual([]);
});

test('records are not imported into the account that they are of', async () => {
  const before = await contentOf(source.developer, 'events');
  const { code, stderr } = await run(
    'outturn export events --developer "$FROM" > own.csv; outturn import events own.csv',
  );
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('is in this account already'),
  });
  expect(await contentOf(source.developer, 'events')).toEqual(before);

  const { token } = await mintKey({ scopes: ['events:write'] });
  expect(await run('outturn import events own.csv', token)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cannot be looked up: '),
  });
});

test('what is wrong is said, and a reader that wants no more ends an export', async () => {
  const { token, developer } = await mintKey();
  await writeFile(path.join(folder, 'odd.csv'), 'value,agentKey,Notes\n1,a,b\n');
  expect((await run('outturn import outcomes odd.csv', token)).stderr).toMatch(
    /Unknown: "Notes"\. Missing: "generatedAt"\.\nKnown columns: value \(required\), generatedAt \(required\),.*\n.* leave it out with: --ignore "Notes"\n/,
  );
  expect((await run('outturn import outcomes odd.csv --ignore Notes --ignore Note', token)).stderr).toContain(
    'Missing: "generatedAt". Not there to be ignored: "Note".\n',
  );
  await writeFile(
    path.join(folder, 'goals.csv'),
    'goalKey,achievedAt,id\nwon,,\nwon,2024-01-15T10:30:00Z,7\n',
  );
  expect((await run('outturn import goals goals.csv', token)).code).toBe(1);
  expect(await readFile(path.join(folder, 'goals.rejected.csv'), 'utf8')).toMatch(
    /\nwon,,,achievedAt is required\nwon,2024-01-15T10:30:00Z,7,id is not that of a record of Outturn/,
  );
  expect(await run(`outturn export goals --developer nobody`)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'There is no developer "nobody". See: outturn developers list\n',
  });
  expect(await run(`outturn export goals --developer ${developer}`)).toMatchObject({
    code: 0,
    stdout: 'id,goalKey,agentKey,sessionKey,customerKey,metadata,achievedAt,createdAt\n',
  });
  expect(await run(`outturn export goals --developer "$FROM" | head -1`)).toMatchObject({
    code: 141,
    stderr: '',
  });
  for (const [options, message] of [
    ['--from 2026-02-30', 'There is no such day in the calendar.'],
    ['--from 2026-01-31T08:00:00', 'ISO 8601 timestamp with a time zone'],
    ['--from 2026-02-01 --to 2026-01-01', '--from must be before --to.'],
    ['--format xml', 'Allowed choices are csv, ndjson.'],
  ])
    expect(await run(`outturn export goals --developer x ${options}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message ?? ''),
    });
});
