import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, test } from 'vitest';
import { tarballOf } from '../support/installed.ts';

const run = promisify(execFile);
const attw = path.join(import.meta.dirname, '../node_modules/.bin/attw');
const folder = path.dirname(await tarballOf('@outturn/sdk'));
const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
const packages = await Promise.all(
  tarballs.map(async (tarball) => ({ tarball, ...(await manifestOf(tarball)) })),
);

type Manifest = { name: string; exports?: object } & {
  [Field in 'dependencies' | 'peerDependencies' | 'optionalDependencies']?: object;
};

async function manifestOf(tarball: string): Promise<Manifest> {
  const { stdout } = await run('tar', ['-xzOf', path.join(folder, tarball), 'package/package.json']);
  return JSON.parse(stdout);
}

test.for(packages)('publint finds nothing in $name', async ({ tarball }) => {
  const { buffer } = new Uint8Array(await readFile(path.join(folder, tarball)));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

/** Others have a command alone. */
const libraries = packages.filter(({ exports }) => exports !== undefined);

test.for(libraries)(
  'the types of $name are those of its code, for import and require',
  async ({ tarball }) => {
    const args = ['--profile', 'node16', path.join(folder, tarball)];
    const { code = 0, stdout } = await run(attw, args).catch((error) => error);
    expect({ code, problems: code === 0 ? '' : stdout }).toEqual({ code: 0, problems: '' });
  },
);

test.for(packages)(
  '$name has what npm shows, and dependencies that npm can install',
  async ({ tarball, ...manifest }) => {
    const { stdout } = await run('tar', ['-tzf', path.join(folder, tarball)]);
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining(['package/README.md', 'package/LICENSE', 'package/package.json']),
    );
    expect(stdout).not.toMatch(/\/(src|scripts)\//);
    expect(manifest).toMatchObject({
      license: 'Apache-2.0',
      description: expect.any(String),
      repository: { type: 'git', url: expect.stringMatching(/^git\+https:/), directory: expect.any(String) },
      publishConfig: { access: 'public', provenance: true },
      engines: { node: '>=20' },
    });
    const { dependencies, peerDependencies, optionalDependencies } = manifest;
    const installed = {
      ...dependencies,
      ...peerDependencies,
      ...optionalDependencies,
    };
    expect(JSON.stringify(installed)).not.toMatch(/workspace:|catalog:|@outturn\/(money|retry|trpc|service)/);
  },
);
