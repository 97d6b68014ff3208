import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { outturn } from '../../support/program.ts';

/** Fills an account as `npm run outturn -- seed` does. */
export async function seedDemo(
  url: string,
  apiKey: string,
  { days = 40, sessions = 12 } = {},
): Promise<void> {
  const options = ['--url', url, '--api-key', apiKey, '--days', String(days), '--sessions', String(sessions)];
  await promisify(execFile)(process.execPath, [outturn, 'seed', ...options]);
}
