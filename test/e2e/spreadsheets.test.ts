import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { outturn } from '../support/program.ts';
import { contentOf, exportInside, shell } from './export.fixture.ts';
import { importInside } from './import.fixture.ts';

const MARK = '\uFEFF';
const HEADER =
  'id,goalKey,agentKey,sessionKey,customerKey,metadata,achievedAt,status,version,createdAt,updatedAt';
const names = ['Müller', '東京', 'plain'];

const gateway = useGateway();
let folder: string;
let source: { token: string; developer: string };
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-spreadsheets-'));
  source = await mintKey();
  const goals = names.map((agentKey) => ({ goalKey: 'won', agentKey, achievedAt: '2024-01-15T10:30:00Z' }));
  await send(`${gateway.url}/v1/goals/batch`, { token: source.token, body: JSON.stringify(goals) });
});
afterAll(() => rm(folder, { recursive: true }));

const environment = (token: string) => ({
  DATABASE_URL: inject('databaseUrl'),
  OUTTURN_URL: gateway.url,
  OUTTURN_API_KEY: token,
  INIT_CWD: folder,
  FROM: source.developer,
});
const run = (line: string) => shell(`cd ${folder}\n${line}`, environment(source.token));
const fileOf = (name: string) => readFile(path.join(folder, name), 'utf8');
const importOf = (kind: 'goals' | 'revenues', name: string, apiKey: string) =>
  importInside(kind, path.join(folder, name), { url: gateway.url, apiKey });

// Without the mark spreadsheets read the file in the code page of the system.
test('a CSV file of an export begins with a byte order mark, and a pipe does not', async () => {
  const line = 'outturn export goals --developer "$FROM"';
  expect(await run(`${line} > goals.csv; ${line} --format ndjson > goals.ndjson`)).toMatchObject({ code: 0 });
  const csv = await fileOf('goals.csv');
  expect(csv.startsWith(`${MARK}${HEADER}\n`)).toBe(true);
  for (const name of names) expect(csv).toContain(`,${name},`);
  expect(csv.split(MARK)).toHaveLength(2);
  expect(await fileOf('goals.ndjson')).toMatch(/^\{/);

  expect((await run(`${line} | head -1 | cut -d, -f1,2`)).stdout).toBe('id,goalKey\n');
  // In the middle of a file the mark would become part of a cell.
  await run(`echo "# of today" > more.csv; ${line} >> more.csv`);
  expect((await fileOf('more.csv')).startsWith(`# of today\n${HEADER}\n`)).toBe(true);
  const nobody = await mintKey();
  await run(`outturn export goals --developer ${nobody.developer} > none.csv`);
  expect(await fileOf('none.csv')).toBe(`${MARK}${HEADER}\n`);
});

test('a file is imported the same with and without the mark', async () => {
  const expected = await contentOf(source.developer, 'goals');
  expect(expected).toHaveLength(names.length);
  const bare = await exportInside(source.developer, 'goals', 'csv');
  const marked = MARK + bare;
  await writeFile(path.join(folder, 'marked.csv'), marked);
  await writeFile(path.join(folder, 'bare.csv'), bare);
  await writeFile(path.join(folder, 'quoted.csv'), marked.replace('id,', '"id",'));
  for (const name of ['marked.csv', 'bare.csv', 'quoted.csv']) {
    const { token, developer } = await mintKey();
    expect(await importOf('goals', name, token)).toMatchObject({ created: 3, replayed: 0 });
    expect(await contentOf(developer, 'goals')).toEqual(expected);
    // The same records, whichever file they come from.
    expect(await importOf('goals', 'marked.csv', token)).toMatchObject({ created: 0, replayed: 3 });
  }
});

test('a mark that arrives byte by byte on standard input is recognized', async () => {
  const { token, developer } = await mintKey();
  const marked = MARK + (await exportInside(source.developer, 'goals', 'csv'));
  const bytes = Buffer.from(marked.replace('id,', '"id",'));
  const child = spawn(process.execPath, [outturn, 'import', 'goals', '-'], {
    cwd: folder,
    env: { ...process.env, ...environment(token) },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit');
  for (const end of [1, 2, 3, 4]) {
    child.stdin.write(bytes.subarray(end - 1, end));
    // Most bytes become a chunk of their own; `csv-source.test.ts` separates them for certain.
    await sleep(20);
  }
  child.stdin.end(bytes.subarray(4));
  expect(await exit).toEqual([0, null]);
  expect(await contentOf(developer, 'goals')).toEqual(await contentOf(source.developer, 'goals'));
});

test('a file of rejected rows begins with the mark, and is imported once corrected', async () => {
  const { token, developer } = await mintKey();
  await writeFile(
    path.join(folder, 'sales.csv'),
    'amount,recordedAt,customerKey\na lot,2024-01-15T10:30:00Z,Müller\n',
  );
  expect(await importOf('revenues', 'sales.csv', token)).toMatchObject({ rejected: 1 });
  const rejected = await fileOf('sales.rejected.csv');
  expect(rejected.startsWith(`${MARK}amount,recordedAt,customerKey,`)).toBe(true);
  await writeFile(path.join(folder, 'mended.csv'), rejected.replace('a lot', '12.50'));
  expect(await importOf('revenues', 'mended.csv', token)).toMatchObject({ created: 1 });
  expect(await contentOf(developer, 'revenues')).toEqual([expect.stringContaining('Müller')]);
});
