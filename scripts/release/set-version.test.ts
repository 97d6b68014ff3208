import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { setVersion, versionedFiles } from './set-version.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const files = globSync(versionedFiles, { cwd: root });

/** A folder with these files alone. */
function copyFiles(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'outturn-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of files) cpSync(path.join(root, file), path.join(folder, file));
  return folder;
}

const read = (folder: string) => files.map((file) => readFileSync(path.join(folder, file), 'utf8'));

test('every manifest and every other file with the version gets the next one', () => {
  const manifests = globSync('{.,*,*/*}/package.json', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  });
  expect(files).toEqual(expect.arrayContaining(manifests.map((file) => path.normalize(file))));
  const folder = copyFiles();
  setVersion(folder, version, '98.7.6');
  for (const text of read(folder)) {
    expect(text).toContain('98.7.6');
    expect(text).not.toMatch(
      new RegExp(`outturn\\S?${RegExp.escape(version)}|"version": "${RegExp.escape(version)}`),
    );
  }
});

test('a file with another version leaves all files as they were', () => {
  const folder = copyFiles();
  writeFileSync(path.join(folder, 'compose.yaml'), 'image: outturn:0.0.1\n');
  const before = read(folder);
  expect(() => setVersion(folder, version, '98.7.6')).toThrow(
    `compose.yaml has another version than ${version}.`,
  );
  expect(read(folder)).toEqual(before);
});
