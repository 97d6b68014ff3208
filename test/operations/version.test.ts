import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runOutturn } from '../support/load/run-outturn.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { version } = manifest;

test('the command prints its version', async () => {
  expect(await runOutturn('', '--version')).toEqual({ code: 0, output: `${version}\n`, errors: '' });
});

test('all packages have that version, and the changelog begins with it', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const manifests = globSync('{apps,packages}/*/package.json', { cwd: root });
  expect(manifests.length).toBeGreaterThan(5);
  for (const file of manifests) expect(JSON.parse(read(file)).version, file).toBe(version);
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});
