import type { Database } from '@outturn/service';
import type { Logger } from 'pino';
import { expect, test, vi } from 'vitest';
import { checkAutovacuum } from './check-autovacuum.ts';

test.each([
  [[], undefined],
  [['autovacuum'], "PostgreSQL's autovacuum is off (autovacuum)."],
  [['autovacuum', 'track_counts'], "PostgreSQL's autovacuum is off (autovacuum and track_counts)."],
])('settings that are off, %j, are a warning: %s', async (off, warning) => {
  const warn = vi.fn();
  // The check uses nothing else of both.
  const database = { rows: async () => off.map((name) => [name]) } as unknown as Database;
  await checkAutovacuum(database, { warn } as unknown as Logger);
  if (warning === undefined) expect(warn).not.toHaveBeenCalled();
  else expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(warning));
});
