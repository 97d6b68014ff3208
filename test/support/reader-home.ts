import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** A folder with the snippets of a guide, like the project of a reader who has installed these packages. */
export function useReaderHome(packages: readonly string[]): { readonly path: string } {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'outturn-guides-'));
    await mkdir(path.join(home, 'node_modules/@outturn'), { recursive: true });
    for (const name of packages) {
      await symlink(path.join(root, 'packages', name), path.join(home, 'node_modules/@outturn', name));
    }
    await symlink(path.join(root, 'node_modules/@types'), path.join(home, 'node_modules/@types'));
    await writeFile(path.join(home, 'package.json'), '{ "type": "module" }');
    // A failed request fails its snippet.
    await writeFile(path.join(home, '.curlrc'), 'silent\nshow-error\nfail-with-body\n');
  });
  afterAll(() => rm(home, { recursive: true, force: true }));
  return {
    get path() {
      return home;
    },
  };
}

/** The environment of a shell that runs snippets, with a replacement where the machine has no curl. */
export function shellEnvironment(home: string): NodeJS.ProcessEnv {
  const standIn = path.join(root, 'test/support/bin');
  return { ...process.env, PATH: `${process.env.PATH}${path.delimiter}${standIn}`, CURL_HOME: home };
}
