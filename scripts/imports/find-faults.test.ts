import { expect, test } from 'vitest';
import { findFaults } from './find-faults.ts';
import type { Rules } from './import-rules.ts';

const rules: Rules = {
  layers: { packages: ['high', 'low'], 'packages/low/src': ['index.ts', ['left', 'right'], 'base'] },
  never: [
    { imports: ['pg', 'node:'], in: ['packages/low'] },
    { imports: ['@outturn/low'], in: ['apps/page'], isForTypes: true },
  ],
};

/** Each file imports only what it may. */
const wellOrdered = {
  'packages/low/src/index.ts': "export * from './left/deep/one.ts';\nexport type * from './right/one.ts';",
  'packages/low/src/left/deep/one.ts': "export { base as one } from '../../base/base.ts';",
  'packages/low/src/left/deep/two.ts': 'export const two = 2;',
  'packages/low/src/left/flat/one.ts': "export { two as one } from '../deep/two.ts';",
  'packages/low/src/left/flat/two.ts': 'export const two = 2;',
  'packages/low/src/right/one.ts': "export { base as one } from '../base/base.ts';",
  'packages/low/src/base/base.ts': [
    "// import '../left/deep/one.ts';",
    "/*\nimport 'pg';\n*/",
    "export const base = `\nimport '../missing.ts';\n`;",
    `export const text = "import('node:fs')";`,
  ].join('\n'),
  'packages/high/src/index.ts': "export { one } from '@outturn/low';",
  'packages/high/src/any.test.ts': "export { one } from '../../low/src/left/deep/one.ts';",
  'apps/page/src/page.tsx':
    "import type { one } from '@outturn/low';\nexport const a = <b>import './c.ts';</b>;",
};

test('well-ordered imports have no fault', () => {
  expect(faultsWith({})).toEqual([]);
});

const base = 'packages/low/src/base/base.ts';
const [left, right] = ['packages/low/src/left', 'packages/low/src/right/one.ts'];

test.each([
  ['upwards', base, "import '../left/deep/two.ts';", `${left}/deep/two.ts, which is not below base`],
  [
    'sideways',
    right,
    "const a = import('../left/deep/two.ts');",
    `${left}/deep/two.ts, which is not below right`,
  ],
  [
    'by no layer',
    'packages/low/src/new.ts',
    "import './base/base.ts';",
    `${base}, which is not below new.ts`,
  ],
  [
    'of a higher package',
    base,
    "import '@outturn/high';",
    'packages/high/src/index.ts, which is not below low',
  ],
  [
    'of values',
    'apps/page/src/a.ts',
    "import '@outturn/low';",
    'packages/low/src/index.ts, which is not for apps/page',
  ],
  [
    'of a path elsewhere',
    'apps/page/src/a.ts',
    "import '../../../packages/low/src/base/base.ts';",
    `${base}, which is in another package`,
  ],
  ['of a library', base, "import type { Pool } from 'pg';", 'pg, which is not for packages/low'],
  ['of Node.js', base, "export { a } from 'node:fs';", 'node:fs, which is not for packages/low'],
  ['of nothing', base, "import './missing.ts';", 'packages/low/src/base/missing.ts, which is not found'],
])('an import %s is a fault', (_, file, text, told) => {
  expect(faultsWith({ [file]: text })).toContain(`${file} imports ${told}`);
});

test.each([
  [
    'files that import types alone',
    {
      [base]: "export type * from './b.ts';",
      'packages/low/src/base/b.ts': "type B = import('./base.ts').B;",
    },
    [`${base} imports packages/low/src/base/b.ts`, `packages/low/src/base/b.ts imports ${base}`],
  ],
  [
    'folders without a cycle of files',
    { [`${left}/deep/one.ts`]: "const load = () => import('../flat/two.ts');" },
    [`${left}/deep/one.ts imports ${left}/flat/two.ts`, `${left}/flat/one.ts imports ${left}/deep/two.ts`],
  ],
  [
    'folders whose imports end deep inside',
    {
      'apps/page/src/a/x/1.ts': "import '../../b/x/1.ts';",
      'apps/page/src/a/y/1.ts': '',
      'apps/page/src/b/x/1.ts': '',
      'apps/page/src/b/y/1.ts': "import '../../a/y/1.ts';",
    },
    [
      'apps/page/src/a/x/1.ts imports apps/page/src/b/x/1.ts',
      'apps/page/src/b/y/1.ts imports apps/page/src/a/y/1.ts',
    ],
  ],
])('a cycle of %s is a fault', (_, planted, steps) => {
  expect(faultsWith(planted)).toEqual([['cycle:', ...steps].join('\n  ')]);
});

test('a layer that does not exist is a fault', () => {
  const layers = { ...rules.layers, packages: ['high', 'low', 'cellar'] };
  expect(faultsWith({}, { ...rules, layers })).toEqual(['packages/cellar is a layer, but does not exist']);
});

test('a file that cannot be read is an error', () => {
  expect(() => faultsWith({ [base]: 'import {' })).toThrow(base);
});

function faultsWith(planted: Record<string, string>, tried = rules): string[] {
  return findFaults(new Map(Object.entries({ ...wellOrdered, ...planted })), tried);
}
