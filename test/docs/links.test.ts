import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const exclude = (name: string) => ['node_modules', 'dist', '.data', '.cache'].includes(path.basename(name));
const find = (pattern: string | string[]) => globSync(pattern, { cwd: root, exclude });
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const pages = find([
  '*.md',
  '{scripts,test}/*.md',
  'docs/**/*.md',
  '{apps,packages}/*/*.md',
  '{apps,packages}/*/src/**/*.md',
]);

/** The anchors that GitHub gives the headings of a page. A heading that occurs again gets a number. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = withoutCode(read(page)).matchAll(/^#+ (.+)$/gm);
  const anchors = [...headings].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
  return new Set(anchors);
}

/** Fenced blocks may have lines that look like headings or links. */
function withoutCode(text: string): string {
  return text.replaceAll(/^ *```.*?^ *```$/gms, '');
}

/** What is wrong with a target, such as `../api.md#errors`, from a folder. */
function faultOf(folder: string, target: string): string[] {
  const [link = '', anchor] = target.split('#');
  const file = path.join(folder, link);
  if (!statSync(path.join(root, file), { throwIfNoEntry: false })) return ['no such file'];
  if (anchor === undefined || anchorsOf(file).has(anchor)) return [];
  return [`no such section in ${file}`];
}

test('every link of every page leads to a file and a section', () => {
  expect(pages.length).toBeGreaterThan(30);
  const faults = pages.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .flatMap((target) => {
        const [base, link] = target.startsWith('#') ? ['', `${page}${target}`] : [path.dirname(page), target];
        return faultOf(base, link).map((fault) => `${page}: ${target}: ${fault}`);
      }),
  );
  expect(faults).toEqual([]);
});

test('every page that code names exists, with the section', () => {
  const sources = find([
    '{apps,packages,scripts,test}/**/*.{ts,tsx,mjs,yaml}',
    'docs/operations/*',
    'deploy/**/*.{yaml,service,conf}',
    '{Containerfile,compose.yaml,.env.example}',
  ]);
  expect(sources.length).toBeGreaterThan(1000);
  const faults = sources.flatMap((source) =>
    [...read(source).matchAll(/(?:docs\/[\w/-]+|CONTRIBUTING|SECURITY)\.md(?:#[\w-]+)?/g)].flatMap(
      ([target]) => faultOf('', target).map((fault) => `${source}: ${target}: ${fault}`),
    ),
  );
  expect(faults).toEqual([]);
});
