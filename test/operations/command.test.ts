import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { terminal } from '../support/machine.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const gateway = useGateway();
/** A user's folder, outside of the repository. */
let home: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'outturn-home-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const anywhere = ['--prefix', root, 'run', '--silent', 'outturn', '--'];

/** The ways to call the command in docs/operations.md, each from its directory. */
const ways = {
  'npm run': () => ({ command: ['npm', 'run', '--silent', 'outturn', '--'], cwd: root }),
  'npm --prefix': () => ({
    command: ['npm', ...anywhere],
    cwd: home,
  }),
};

test.each(Object.entries(ways))(
  '%s runs outturn on the files of the folder where it is called',
  {
    timeout: 120_000,
  },
  async (_, way) => {
    const { token } = await mintKey();
    const { command, cwd } = way();
    const [program = '', ...before] = command;
    const file = path.join(await mkdtemp(path.join(home, 'files-')), 'sales.csv');
    await writeFile(file, 'amount,recordedAt\n1.50,2024-01-15T10:30:00Z\na lot,2024-01-15T10:30:00Z\n');

    const rejected = path.relative(cwd, path.join(path.dirname(file), 'bad.csv'));
    const args = ['import', 'revenues', path.relative(cwd, file), '--rejected', rejected, '--api-key', token];
    const env = { ...terminal(), OUTTURN_URL: gateway.url };
    const ended = run(program, [...before, ...args], { cwd, env });
    const { code, stdout, stderr } = await ended.catch((error) => error);

    expect(stdout).toContain(`${path.relative(cwd, file)}: 1 created, 0 already there, 1 rejected`);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`${rejected} lists each`) });
    expect(await readFile(path.resolve(cwd, rejected), 'utf8')).toContain('a lot');
  },
);

test('the command prints its usage under the name that documents use', async () => {
  const { stdout } = await run('npm', [...anywhere, 'keys', 'list', '--help'], {
    cwd: home,
    env: terminal(),
  });
  expect(stdout).toMatch(/^Usage: outturn keys list /);
});

test('settings are read from the repository, wherever the command is called', async () => {
  // A relative path to a file of the repository, where no data can be stored.
  const env = { ...terminal(), DATABASE_URL: '', DATA_DIR: 'README.md' };
  const options = { cwd: home, env };
  const failed = await run('npm', [...anywhere, 'keys', 'list'], options).catch((e) => e);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(path.join(root, 'README.md')) });
});
