import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFaults } from './find-faults.ts';
import type { Rules } from './import-rules.ts';

const rules: Rules = {
  packages: {
    'packages/low': { values: [], never: ['pg', 'node:'] },
    'packages/high': { values: ['low'], never: [] },
    'packages/page': { values: [], types: ['low'], never: [] },
  },
  layers: { 'packages/low/src': ['index.ts', ['left', 'right'], 'base'] },
};

/** Each file imports only what it may. */
const wellOrdered = {
  'packages/low/src/index.ts': "export * from './left/deep/one.ts';\nexport type * from './right/one.ts';",
  'packages/low/src/left/deep/one.ts': "export { base as one } from '../../base/base.ts';",
  'packages/low/src/left/deep/two.ts': 'export const two = 2;',
  'packages/low/src/left/flat/one.ts': "export { two as one } from '../deep/two.ts';",
  'packages/low/src/left/flat/two.ts': 'export const two = 2;',
  'packages/low/src/right/one.ts': "export { base as one } from '../base/base.ts';",
  'packages/low/src/base/base.ts': 'export const base = 1;',
  'packages/high/src/index.ts': "export { one } from '@outturn/low';",
  'packages/high/src/any.test.ts': "export { one } from '../../low/src/left/deep/one.ts';",
  'packages/page/src/index.ts': "export type { one } from '@outturn/low';",
};

test('well-ordered imports have no fault', async () => {
  expect(await faultsWith({})).toEqual([]);
});

type Planted = { fault: string; file: string; text: string; others?: Record<string, string>; told: string };

test.each<Planted>([
  {
    fault: 'a cycle of files that import types alone',
    file: 'packages/low/src/base/base.ts',
    text: "export type { other } from './other.ts';",
    others: { 'packages/low/src/base/other.ts': "export type { base as other } from './base.ts';" },
    told: 'packages/low/src/base/base.ts imports packages/low/src/base/other.ts, which is part of a cycle',
  },
  {
    fault: 'a cycle of folders without a cycle of files',
    file: 'packages/low/src/left/deep/one.ts',
    text: "export { two } from '../flat/two.ts';",
    told: [
      'cycle of folders: packages/low/src/left/deep → packages/low/src/left/flat',
      '  packages/low/src/left/deep/one.ts imports packages/low/src/left/flat/two.ts',
      '  packages/low/src/left/flat/one.ts imports packages/low/src/left/deep/two.ts',
    ].join('\n'),
  },
  {
    fault: 'a cycle of folders whose imports end deep inside',
    file: 'packages/high/src/index.ts',
    text: "export { one } from './a/x/one.ts';",
    others: {
      'packages/high/src/a/x/one.ts': "export { one } from '../../b/x/one.ts';",
      'packages/high/src/a/y/one.ts': 'export const one = 1;',
      'packages/high/src/b/x/one.ts': 'export const one = 1;',
      'packages/high/src/b/y/one.ts': "export { one } from '../../a/y/one.ts';",
    },
    told: 'cycle of folders: packages/high/src/a → packages/high/src/b',
  },
  {
    fault: 'an import of a higher layer',
    file: 'packages/low/src/base/base.ts',
    text: "export { two } from '../left/deep/two.ts';",
    told: 'packages/low/src/base/base.ts imports packages/low/src/left/deep/two.ts, which is not below base',
  },
  {
    fault: 'an import of a later layer on the same level',
    file: 'packages/low/src/right/one.ts',
    text: "export const later = () => import('../left/deep/two.ts');",
    told: 'packages/low/src/right/one.ts imports packages/low/src/left/deep/two.ts, which is not below right',
  },
  {
    fault: 'a file in no layer',
    file: 'packages/low/src/loose.ts',
    text: "export { base } from './base/base.ts';",
    told: 'packages/low/src/loose.ts imports packages/low/src/base/base.ts, which is imported by a file in no layer of packages/low/src',
  },
  {
    fault: 'a package that is not open',
    file: 'packages/low/src/base/base.ts',
    text: "export type { one } from '@outturn/high';",
    told: 'packages/low/src/base/base.ts imports packages/high/src/index.ts, which is not for packages/low',
  },
  {
    fault: 'a value of a package that is open for its types',
    file: 'packages/page/src/index.ts',
    text: "export { one } from '@outturn/low';",
    told: 'packages/page/src/index.ts imports packages/low/src/index.ts, which is open to packages/page for its types alone',
  },
  {
    fault: 'a path into another package',
    file: 'packages/high/src/index.ts',
    text: "export { one } from '../../low/src/index.ts';",
    told: 'packages/high/src/index.ts imports packages/low/src/index.ts, which is in another package',
  },
  {
    fault: 'a library that is not open',
    file: 'packages/low/src/base/base.ts',
    text: "export type { Pool } from 'pg';",
    told: 'packages/low/src/base/base.ts imports pg, which is not for packages/low',
  },
  {
    fault: 'a module of Node.js that is not open',
    file: 'packages/low/src/base/base.ts',
    text: "export { readFile } from 'node:fs/promises';",
    told: 'packages/low/src/base/base.ts imports fs/promises, which is not for packages/low',
  },
  {
    fault: 'an import of a file that is not there',
    file: 'packages/low/src/base/base.ts',
    text: "export { one } from '../left/missing.ts';",
    told: 'packages/low/src/base/base.ts imports ../left/missing.ts, which is not found',
  },
  {
    fault: 'a package without a rule',
    file: 'packages/new/src/index.ts',
    text: '',
    told: 'packages/new has no rule in scripts/imports/import-rules.ts',
  },
])('$fault is a fault', async ({ file, text, others, told }) => {
  expect((await faultsWith({ [file]: text, ...others })).join('\n')).toContain(told);
});

test('a layer that does not exist is a fault', async () => {
  const layers = { 'packages/low/src': ['index.ts', ['left', 'right'], 'base', 'cellar'] };
  expect(await faultsWith({}, { ...rules, layers })).toEqual([
    'packages/low/src/cellar is a layer in scripts/imports/import-rules.ts, but does not exist',
  ]);
});

test('a tree in which no import is read is a fault', async () => {
  const silent = Object.fromEntries(Object.keys(wellOrdered).map((file) => [file, '']));
  expect(await faultsWith(silent)).toEqual(['no import was read']);
});

async function faultsWith(changed: Record<string, string>, tried = rules): Promise<string[]> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'imports-')));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [file, text] of Object.entries({ ...wellOrdered, ...changed })) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  await mkdir(path.join(root, 'node_modules/@outturn'), { recursive: true });
  for (const name of ['low', 'high', 'page']) {
    const manifest = { name: `@outturn/${name}`, type: 'module', exports: { '.': './src/index.ts' } };
    await writeFile(path.join(root, 'packages', name, 'package.json'), JSON.stringify(manifest));
    await symlink(path.join(root, 'packages', name), path.join(root, 'node_modules/@outturn', name));
  }
  return findFaults(root, tried);
}
