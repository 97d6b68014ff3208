import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installInto, installNode, tarballOf } from '../support/installed.ts';
import { terminal } from '../support/machine.ts';
import { postmasterOf } from '../support/postmaster.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
/** A user's folder, in which only the tarball was installed. */
let project: string;
let oldest: string;

beforeAll(async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'outturn-postgres-'));
  project = path.join(home, 'project');
  await installInto(project, [await tarballOf('@outturn/embedded-postgres')]);
  oldest = await installNode('20.0.0');
}, 480_000);
afterAll(() => rm(path.dirname(project), { recursive: true, force: true }));

const program = `
const main = async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: 'data' });
  const client = new pg.Client(postgres.url);
  await client.connect();
  const { rows } = await client.query("select current_user as name, 6 * 7 as answer");
  await client.end();
  await postgres.stop();
  console.log(JSON.stringify(rows));
};
main();
`;

test.each([
  [
    'an ES module',
    'main.mjs',
    "import { startEmbeddedPostgres } from '@outturn/embedded-postgres';\nimport pg from 'pg';",
  ],
  [
    'CommonJS',
    'main.cjs',
    "const { startEmbeddedPostgres } = require('@outturn/embedded-postgres');\nconst pg = require('pg');",
  ],
])('%s on Node.js 20.0.0 starts and stops PostgreSQL', async (_, file, imports) => {
  await writeFile(path.join(project, file), imports + program);
  const { stdout, stderr } = await run(oldest, [file], { cwd: project, env: terminal() });
  expect({ stderr, rows: JSON.parse(stdout) }).toEqual({
    stderr: '',
    rows: [{ name: 'outturn_app', answer: 42 }],
  });
  expect(await postmasterOf(path.join(project, 'data'))).toBe(undefined);
});

test('TypeScript knows the options and the result', async () => {
  const code = `import { type EmbeddedPostgres, startEmbeddedPostgres } from '@outturn/embedded-postgres';
    export const url: Promise<string> = startEmbeddedPostgres({
      dataDir: '.data',
      settings: { work_mem: '64MB' },
      log: (line, level) => console.log(line.length, level === 'warn'),
    }).then((postgres: EmbeddedPostgres) => postgres.stop().then(() => postgres.superuserUrl));
    // @ts-expect-error the folder is required
    startEmbeddedPostgres({});
    // @ts-expect-error settings are text
    startEmbeddedPostgres({ dataDir: '.data', settings: { work_mem: 64 } });`;
  await writeFile(path.join(project, 'types.mts'), code);
  const options = [
    '--strict',
    '--noEmit',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom',
  ];
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  const { stdout } = await run(tsc, [...options, 'types.mts'], { cwd: project }).catch((error) => error);
  expect(stdout).toBe('');
});
