import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateways } from '../support/load/gateways.ts';
import { terminal } from '../support/machine.ts';
import { snippets } from '../support/snippets.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const gateways = useGateways();
let url: string;
/** A folder of somebody's, outside of the repository. */
let home: string;
let prefix: string;

beforeAll(async () => {
  ({ url } = await gateways.start(inject('databaseUrl')));
  home = await mkdtemp(path.join(tmpdir(), 'outturn-home-'));
  prefix = path.join(home, 'npm');
  // As operations.md says, though not for the whole machine.
  const [link = ''] = snippets('docs/operations.md', 'sh', 'The command');
  await run('sh', ['-eu', '-c', link], { cwd: root, env: { ...terminal(), npm_config_prefix: prefix } });
}, 120_000);
afterAll(() => rm(home, { recursive: true, force: true }));

/** The ways in which the README says that the command is called, each from where it says. */
const ways = {
  'npm run': () => ({ command: ['npm', 'run', '--silent', 'outturn', '--'], cwd: root }),
  'npm --prefix': () => ({
    command: ['npm', '--prefix', root, 'run', '--silent', 'outturn', '--'],
    cwd: home,
  }),
  npx: () => ({ command: ['npx', 'outturn'], cwd: path.join(root, 'docs') }),
  'the command that npm link makes': () => ({ command: [path.join(prefix, 'bin/outturn')], cwd: home }),
};

describe.each(Object.entries(ways))('%s', (_, way) => {
  const call = (...args: string[]) => {
    const { command, cwd } = way();
    const [program = '', ...before] = command;
    const env = { ...terminal(), OUTTURN_URL: url };
    return { cwd, ended: run(program, [...before, ...args], { cwd, env }) };
  };

  // There was no command of the name that documents and messages use.
  test('runs outturn', { timeout: 120_000 }, async () => {
    const { stdout } = await call('keys', 'list', '--help').ended;
    expect(stdout).toMatch(/^Usage: outturn keys list /);
  });

  // They were looked for in the repository, where npm runs its scripts.
  test('takes files from the folder where it is called', { timeout: 120_000 }, async () => {
    const { token } = await mintKey();
    const { cwd } = way();
    const file = path.join(await mkdtemp(path.join(home, 'files-')), 'sales.csv');
    await writeFile(file, 'amount,recordedAt\n1.50,2024-01-15T10:30:00Z\na lot,2024-01-15T10:30:00Z\n');

    const rejected = path.relative(cwd, path.join(path.dirname(file), 'bad.csv'));
    const args = [path.relative(cwd, file), '--rejected', rejected, '--api-key', token];
    const { code, stdout, stderr } = await call('import', 'revenues', ...args).ended.catch((error) => error);

    expect(stdout).toContain(`${path.relative(cwd, file)}: 1 created, 0 already there, 1 rejected`);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`See ${rejected} for`) });
    expect(await readFile(path.resolve(cwd, rejected), 'utf8')).toContain('a lot');
  });
});

test('settings are taken from the repository, wherever the command is called', async () => {
  // A relative path to a file that exists in the repository: nothing can be stored there.
  const env = { ...terminal(), DATABASE_URL: '', DATA_DIR: 'README.md' };
  const options = { cwd: home, env };
  const failed = await run(path.join(prefix, 'bin/outturn'), ['keys', 'list'], options).catch((e) => e);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(path.join(root, 'README.md')) });
});
