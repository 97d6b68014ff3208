import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test('the styles of every Mantine component in the code are in the build', () => {
  const dashboard = path.resolve(import.meta.dirname, '../../apps/dashboard');
  const namesIn = (files: string[]) =>
    new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/\bm_[0-9a-f]{6,8}\b/g) ?? []));
  // The folder also has files of the build before.
  const manifest = JSON.parse(readFileSync(path.join(dashboard, 'dist/.vite/manifest.json'), 'utf8'));
  const chunks = Object.values(manifest as Record<string, { file: string; css?: string[] }>);
  const built = chunks
    .flatMap(({ file, css = [] }) => [file, ...css])
    .map((file) => path.join(dashboard, 'dist', file));
  const styled = namesIn(built.filter((file) => file.endsWith('.css')));
  const known = namesIn([path.join(dashboard, 'node_modules/@mantine/core/styles.css')]);
  const used = [...namesIn(built.filter((file) => file.endsWith('.js')))].filter((name) => known.has(name));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((name) => !styled.has(name))).toEqual([]);
});
