import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fileOf } from './backup-options.ts';

test('files of backups are relative to the folder where npm was called', () => {
  vi.stubEnv('INIT_CWD', path.resolve('/somewhere'));
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(fileOf('my.backup')).toBe(path.resolve('/somewhere/my.backup'));
  vi.stubEnv('INIT_CWD', '');
  expect(fileOf('my.backup')).toBe(path.resolve('my.backup'));
});
