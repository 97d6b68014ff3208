import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const main = path.resolve(import.meta.dirname, '../../../apps/gateway/src/main.ts');

/** Fills an account as `npm run outturn -- seed` does. */
export async function seedDemo(
  url: string,
  apiKey: string,
  { days = 40, sessions = 12 } = {},
): Promise<void> {
  const options = ['--url', url, '--api-key', apiKey, '--days', String(days), '--sessions', String(sessions)];
  await promisify(execFile)(process.execPath, [main, 'seed', ...options]);
}
