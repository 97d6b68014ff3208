import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
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
  const files = await filesOf(tarball);
  return JSON.parse(files.get('package/package.json') ?? '');
}

test.for(packages)('publint finds nothing in $name', async ({ tarball }) => {
  const { buffer } = new Uint8Array(await readFile(path.join(folder, tarball)));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

/** Others have a command alone. */
const libraries = packages.filter(({ exports }) => exports !== undefined);

test.for(libraries)(
  'the types of $name are those of its code, for import, require and node10',
  async ({ tarball }) => {
    // Also for `moduleResolution: node10`, which reads `main` and `types`.
    const { code = 0, stdout } = await run(attw, [path.join(folder, tarball)]).catch((error) => error);
    expect({ code, problems: code === 0 ? '' : stdout }).toEqual({ code: 0, problems: '' });
  },
);

test.for(packages)(
  '$name has what npm shows, and dependencies that npm can install',
  async ({ tarball, ...manifest }) => {
    const files = [...(await filesOf(tarball)).keys()];
    expect(files).toEqual(
      expect.arrayContaining(['package/README.md', 'package/LICENSE', 'package/package.json']),
    );
    expect(files.filter((file) => /\/(src|scripts)\//.test(file))).toEqual([]);
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

/** The regular files of a tarball, each with its text: a header of 512 bytes, and the content in blocks of that size. */
async function filesOf(tarball: string): Promise<Map<string, string>> {
  const bytes = gunzipSync(await readFile(path.join(folder, tarball)));
  const textAt = (start: number, length: number) =>
    bytes.toString('utf8', start, start + length).replace(/\0.*/s, '');
  const files = new Map<string, string>();
  for (let start = 0; bytes[start]; ) {
    const size = Number.parseInt(textAt(start + 124, 12), 8);
    const name = [textAt(start + 345, 155), textAt(start, 100)].filter(Boolean).join('/');
    if (textAt(start + 156, 1) === '0') files.set(name, textAt(start + 512, size));
    start += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
