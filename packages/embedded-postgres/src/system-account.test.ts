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

/** A program on the PATH, which notes what it is called with. */
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
    expect(await systemAccount([])).toEqual({ uid: 4711, gid: 4711 });
    expect(await calls()).toEqual([]);
  });

  test('is made without a shell and without a home when it is missing', async () => {
    await provide('id', idOnceMade);
    await provide('useradd', ': > made');
    expect(await systemAccount([])).toEqual({ uid: 4711, gid: 4711 });
    expect(await calls()).toEqual([
      'useradd --system --no-create-home --home-dir /nonexistent --user-group --shell /usr/sbin/nologin outturn-postgres',
    ]);
  });

  test('is made with the programs of BusyBox where there is no useradd', async () => {
    await provide('id', idOnceMade);
    await provide('addgroup', '');
    await provide('adduser', ': > made');
    expect(await systemAccount([])).toEqual({ uid: 4711, gid: 4711 });
    expect(await calls()).toEqual([
      'addgroup -S outturn-postgres',
      'adduser -S -D -H -h /nonexistent -s /sbin/nologin -G outturn-postgres outturn-postgres',
    ]);
  });

  test('is found and made by programs outside the PATH', async () => {
    await provide('id', idOnceMade);
    await provide('useradd', ': > made');
    vi.stubEnv('PATH', '/nonexistent');
    expect(await systemAccount(['/nonexistent', folder])).toEqual({ uid: 4711, gid: 4711 });
    expect(await calls()).toHaveLength(1);
  });

  test('is not made where the program that would find it is missing', async () => {
    await provide('useradd', ': > made');
    await expect(systemAccount([])).rejects.toThrow(
      'The program id, which tells the ids of outturn-postgres',
    );
    await expect(calls()).rejects.toThrow('ENOENT');
  });

  test('is waited for while another start makes it', async () => {
    await provide('id', idOnceMade);
    await provide(
      'useradd',
      '[ -e tried ] && : > made || : > tried; echo "cannot lock /etc/passwd; try again later." >&2; exit 1',
    );
    expect(await systemAccount([])).toEqual({ uid: 4711, gid: 4711 });
  });

  test('ends the start with what to do when it cannot be made', async () => {
    await provide('id', 'exit 1');
    await expect(systemAccount([])).rejects.toThrow(
      /outturn-postgres cannot be made \(neither useradd nor adduser is on the PATH\)\. Make it once with `useradd .+, start as an ordinary user, or set DATABASE_URL/,
    );
    await provide('useradd', 'echo "useradd: cannot open /etc/passwd" >&2; exit 1');
    await expect(systemAccount([])).rejects.toThrow('cannot be made (useradd: cannot open /etc/passwd)');
  });

  test('is made in its group when that exists already', async () => {
    const exists = 'echo "useradd: group outturn-postgres exists" >&2; exit 9';
    await provide('id', idOnceMade);
    await provide('useradd', `case "$*" in *--gid*) : > made;; *) ${exists};; esac`);
    expect(await systemAccount([])).toEqual({ uid: 4711, gid: 4711 });
    expect((await calls()).at(-1)).toBe(
      'useradd --system --no-create-home --home-dir /nonexistent --gid outturn-postgres --shell /usr/sbin/nologin outturn-postgres',
    );

    const readOnly = 'echo "useradd: cannot open /etc/passwd" >&2; exit 1';
    await rm(path.join(folder, 'made'));
    await provide('useradd', `case "$*" in *--gid*) ${readOnly};; *) ${exists};; esac`);
    await expect(systemAccount([])).rejects.toThrow(
      /\(useradd: cannot open \/etc\/passwd\)\. Make it once with `useradd .+ --gid outturn-postgres /,
    );
  });

  test.each([
    ['user', '-u'],
    ['group', '-g'],
  ])('is refused when it has the %s id of root', async (_, option) => {
    await provide('id', `[ "$1" = ${option} ] && echo 0 || echo 4711`);
    await expect(systemAccount([])).rejects.toThrow('has the user id or group id of root');
  });
});
