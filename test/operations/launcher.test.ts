import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const launcher = path.resolve(import.meta.dirname, '../../scripts/run.mjs');
/** The last port of all. */
const port = 65_535;
const server = createServer();

beforeAll(async () => {
  // It is as busy if another process listens there.
  server.once('error', () => server.emit('listening'));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

test('a clone that the user cannot write says so, and what to do', { tags: 'setpriv' }, async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'outturn-read-only-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await cp(path.dirname(launcher), path.join(root, 'scripts'), { recursive: true });
  await cp(path.resolve(launcher, '../../package.json'), path.join(root, 'package.json'));
  await chmod(root, 0o555);
  // Root without the capability that lets it write everywhere.
  const command = ['--bounding-set=-dac_override', process.execPath, path.join(root, 'scripts/run.mjs')];
  await expect(promisify(execFile)('setpriv', [...command, 'outturn', '--version'])).rejects.toMatchObject({
    code: 1,
    stderr:
      `This user cannot write to ${root} (EACCES: permission denied, mkdir '${root}/.cache'). ` +
      'Start it as the owner of the folder, or clone it into a folder of your own.\n',
  });
});

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [launcher, 'outturn', 'serve', ...args], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port) },
  });

test('a busy last port is told without an example that cannot work', async () => {
  await expect(run()).rejects.toMatchObject({
    code: 1,
    stderr: `Port ${port} is in use. Set PORT to another one.\n`,
  });
});

test.each(['--help', '-h'])('serve %s answers while the port is in use', async (flag) => {
  expect((await run(flag)).stdout).toContain('Usage: outturn serve');
});
