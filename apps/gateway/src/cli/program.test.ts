import { expect, test } from 'vitest';
import { refusalOf } from './commands/refusal.fixture.ts';

test.each([['keys make'], ['keys revoke'], ['rollups verify --since=2026-01-01']])(
  '%s is not understood, and leads to the help',
  async (line) => {
    expect(await refusalOf(line.split(' '))).toMatch(/^error: .*\nRun with --help for usage\.\n$/);
  },
);
