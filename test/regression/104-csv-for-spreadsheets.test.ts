import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { contentOf, shell } from '../e2e/export.fixture.ts';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateways } from '../support/load/gateways.ts';
import { outturn } from '../support/program.ts';

const MARK = '\uFEFF';
const HEADER = 'id,goalKey,agentKey,sessionKey,customerKey,metadata,achievedAt,createdAt';
const names = ['Müller', '東京', 'plain'];

const gateways = useGateways();
let url: string;
let folder: string;
let source: { token: string; developer: string };
beforeAll(async () => {
  ({ url } = await gateways.start(inject('databaseUrl')));
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-spreadsheets-'));
  source = await mintKey();
  const goals = names.map((agentKey) => ({ goalKey: 'won', agentKey, achievedAt: '2024-01-15T10:30:00Z' }));
  await send(`${url}/v1/goals/batch`, { token: source.token, body: JSON.stringify(goals) });
});
afterAll(() => rm(folder, { recursive: true }));

const environment = (token: string) => ({
  DATABASE_URL: inject('databaseUrl'),
  OUTTURN_URL: url,
  OUTTURN_API_KEY: token,
  INIT_CWD: folder,
  FROM: source.developer,
});
const run = (line: string, token = source.token) => shell(`cd ${folder}\n${line}`, environment(token));
const fileOf = (name: string) => readFile(path.join(folder, name), 'utf8');

// Excel took them for the code page of the system, and showed MÃ¼ller.
test('a file that is exported as CSV begins with a byte order mark, and what goes through a pipe does not', async () => {
  const line = 'outturn export goals --developer "$FROM"';
  expect(await run(`${line} > goals.csv; ${line} --format ndjson > goals.ndjson`)).toMatchObject({ code: 0 });
  const csv = await fileOf('goals.csv');
  expect(csv.startsWith(`${MARK}${HEADER}\n`)).toBe(true);
  for (const name of names) expect(csv).toContain(`,${name},`);
  expect(csv.split(MARK)).toHaveLength(2);
  expect(await fileOf('goals.ndjson')).toMatch(/^\{/);

  expect((await run(`${line} | head -1 | cut -d, -f1,2`)).stdout).toBe('id,goalKey\n');
  // In the middle of a file it would be a character of a cell.
  await run(`echo "# of today" > more.csv; ${line} >> more.csv`);
  expect((await fileOf('more.csv')).startsWith(`# of today\n${HEADER}\n`)).toBe(true);
  const nobody = await mintKey();
  await run(`outturn export goals --developer ${nobody.developer} > none.csv`);
  expect(await fileOf('none.csv')).toBe(`${MARK}${HEADER}\n`);
});

test('a file is imported the same with and without the mark, from standard input as well', async () => {
  const expected = await contentOf(source.developer, 'goals');
  expect(expected).toHaveLength(names.length);
  await run('outturn export goals --developer "$FROM" > marked.csv');
  const marked = await fileOf('marked.csv');
  await writeFile(path.join(folder, 'bare.csv'), marked.slice(MARK.length));
  await writeFile(path.join(folder, 'quoted.csv'), marked.replace('id,', '"id",'));
  for (const line of ['- < marked.csv', 'bare.csv', 'quoted.csv', '- < quoted.csv']) {
    const { token, developer } = await mintKey();
    expect((await run(`outturn import goals ${line}`, token)).stdout).toContain('3 created, 0 already there');
    expect(await contentOf(developer, 'goals')).toEqual(expected);
    // One record, whatever file it comes in.
    expect((await run('outturn import goals marked.csv', token)).stdout).toContain('3 already there');
  }
});

test('a mark that arrives byte by byte is one all the same', async () => {
  const { token, developer } = await mintKey();
  await run('outturn export goals --developer "$FROM" > slow.csv');
  const bytes = await readFile(path.join(folder, 'slow.csv'));
  const child = spawn(process.execPath, [outturn, 'import', 'goals', '-'], {
    cwd: folder,
    env: { ...process.env, ...environment(token) },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit');
  for (const end of [1, 2, 3, 4]) {
    child.stdin.write(bytes.subarray(end - 1, end));
    await sleep(100);
  }
  child.stdin.end(bytes.subarray(4));
  expect(await exit).toEqual([0, null]);
  expect(await contentOf(developer, 'goals')).toEqual(await contentOf(source.developer, 'goals'));
});

test('a file of rejected rows begins with the mark, and is imported when it has been mended', async () => {
  const { token, developer } = await mintKey();
  await writeFile(
    path.join(folder, 'sales.csv'),
    'amount,recordedAt,customerKey\na lot,2024-01-15T10:30:00Z,Müller\n',
  );
  expect((await run('outturn import revenues sales.csv', token)).code).toBe(1);
  const rejected = await fileOf('sales.rejected.csv');
  expect(rejected.startsWith(`${MARK}amount,recordedAt,customerKey,`)).toBe(true);
  await writeFile(path.join(folder, 'mended.csv'), rejected.replace('a lot', '12.50'));
  expect((await run('outturn import revenues mended.csv', token)).stdout).toContain('1 created');
  expect(await contentOf(developer, 'revenues')).toEqual([expect.stringContaining('Müller')]);
});
