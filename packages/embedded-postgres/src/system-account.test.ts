import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemAccount } from './system-account.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-account-'));
  vi.stubEnv('PATH', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** A program, which notes what it is called with. */
async function provide(name: string, script: string): Promise<void> {
  const file = path.join(folder, name);
  await writeFile(file, `#!/bin/sh\ncd ${folder}\necho "${name} $@" >> calls\n${script}\n`);
  await chmod(file, 0o755);
}
const calls = async () =>
  (await readFile(path.join(folder, 'calls'), 'utf8'))
    .split('\n')
    .filter((call) => /^(user|group|add)/.test(call));
const idOnceMade = '[ -e made ] && echo 4711 || exit 1';

describe.skipIf(process.platform === 'win32')('the system account', () => {
  test('is used when it exists', async () => {
    await provide('id', 'echo 4711');
    expect(await systemAccount('')).toEqual({ uid: 4711, gid: 4711 });
    expect(await calls()).toEqual([]);
  });

  test('is made without a shell and without a home when it is missing', async () => {
    await provide('id', idOnceMade);
    await provide('groupadd', '');
    await provide('useradd', ': > made');
    expect(await systemAccount('')).toEqual({ uid: 4711, gid: 4711 });
    expect(await calls()).toEqual([
      'groupadd --force --system outturn-postgres',
      'useradd --system --gid outturn-postgres --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin outturn-postgres',
    ]);
  });

  test('is made with the programs of BusyBox where there is no useradd', async () => {
    await provide('id', idOnceMade);
    await provide('addgroup', '');
    await provide('adduser', ': > made');
    expect(await systemAccount('')).toEqual({ uid: 4711, gid: 4711 });
    expect(await calls()).toEqual([
      'addgroup -S outturn-postgres',
      'adduser -S -D -H -h /nonexistent -s /sbin/nologin -G outturn-postgres outturn-postgres',
    ]);
  });

  test('is waited for while another start makes it', async () => {
    await provide('id', idOnceMade);
    await provide('groupadd', '');
    await provide(
      'useradd',
      '[ -e tried ] && : > made || : > tried; echo "cannot lock /etc/passwd; try again later." >&2; exit 1',
    );
    expect(await systemAccount('')).toEqual({ uid: 4711, gid: 4711 });
  });

  test('ends the start with what to do when it cannot be made', async () => {
    await provide('id', 'exit 1');
    await provide('groupadd', 'echo "groupadd: cannot open /etc/group" >&2; exit 10');
    await provide('useradd', ': > made');
    await expect(systemAccount('')).rejects.toThrow(
      /outturn-postgres cannot be made \(groupadd: cannot open \/etc\/group\)\. Make it once with `useradd .+, start as an ordinary user, or set DATABASE_URL/,
    );
  });

  test.each([
    ['user', '-u'],
    ['group', '-g'],
  ])('is refused when it has the %s id of root', async (_, option) => {
    await provide('id', `[ "$1" = ${option} ] && echo 0 || echo 4711`);
    await expect(systemAccount('')).rejects.toThrow('has the user id or group id of root');
  });
});
