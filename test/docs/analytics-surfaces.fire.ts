import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { shellEnvironment, useReaderHome } from '../support/reader-home.ts';
import { snippets } from '../support/snippets.ts';
import { recordHalfYear } from './half-year.fixture.ts';

const run = promisify(execFile);
const file = 'docs/analytics.md';
const root = path.resolve(import.meta.dirname, '../..');
const gateway = useGateway();
const home = useReaderHome(['client']);
let url: string;
let token: string;

beforeAll(async () => {
  url = gateway.url;
  ({ token } = await mintKey());
  await recordHalfYear(url, token);
});

const filledIn = (code: string) =>
  code.replaceAll('http://localhost:3000', url).replaceAll('ot_live_…', token);

/** The shell commands before the first section, which set variables, and those of one question. */
function scriptOf(question?: string): string {
  const [settings = '', first = ''] = snippets(file, 'sh');
  return filledIn(settings + (question === undefined ? first : snippets(file, 'sh', question).join('')));
}

test('a query with curl', async () => {
  const { stdout } = await run('sh', ['-eu', '-c', scriptOf()], { env: shellEnvironment(home.path) });
  expect(stdout).toMatch(
    /\{"data":\{"analytics":\{"totals":\{"revenue":"[1-9][\d.]+","cost":"[1-9][\d.]*"\}\}\}\}/,
  );
});

test('18: curl shows running totals', async () => {
  const script = scriptOf('18. How are we doing right now?');
  const env = shellEnvironment(home.path);
  // A process group of its own, so that the whole pipeline can be ended.
  const shell = spawn('sh', ['-eu', '-c', script], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const answers: { revenue: string; goals: number }[] = [];
    for await (const line of createInterface({ input: shell.stdout })) {
      if (!line.startsWith('data: {')) continue;
      answers.push(JSON.parse(line.slice(6)).data.analytics.totals);
      if (answers.length === 2) break;
      const body = '{"goalKey":"signup","achievedAt":"2026-05-01T12:00:00Z"}';
      expect((await send(`${url}/v1/goals`, { token, body })).status).toBe(201);
    }
    const [before, after] = answers;
    expect(Number(before?.revenue)).toBeGreaterThan(0);
    expect(after).toEqual({ ...before, goals: (before?.goals ?? 0) + 1 });
  } finally {
    process.kill(-(shell.pid ?? 0), 'SIGKILL');
  }
});

test('the same over tRPC compiles, runs and returns figures', async () => {
  const module = path.join(home.path, 'analytics.ts');
  await writeFile(module, filledIn(snippets(file, 'ts', 'From TypeScript').join('')));
  const env = { ...process.env, OUTTURN_API_KEY: token };
  const { stdout, stderr } = await run(process.execPath, [module], { env });
  expect(stderr).toBe('');
  // The total return on investment, then each agent with its own and a bucket for each of fourteen weeks.
  const [total = '', ...agents] = stdout.trimEnd().split('\n');
  expect(Number(total)).toBeGreaterThan(0);
  expect(agents.map((line) => line.split(' ').at(-1))).toEqual(['14', '14', '14']);

  const project = path.join(home.path, 'tsconfig.json');
  const base = path.join(root, 'tsconfig.base.json');
  await writeFile(project, JSON.stringify({ extends: base, files: [module] }));
  const compiled = await run(path.join(root, 'node_modules/.bin/tsc'), ['-p', project]).catch(
    (error) => error,
  );
  expect(compiled.stdout).toBe('');
});
