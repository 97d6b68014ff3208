import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../apps/gateway/package.json' with { type: 'json' };

const gateway = path.resolve(import.meta.dirname, '../../apps/gateway');

/** The bundle of `outturn` that users run. */
export const outturn = path.join(gateway, 'dist/main.js');

/** The flags and environment of Node.js under `npm start`. */
export const { nodeFlags, nodeEnvironment } = manifest.config;

/** The sources of the program, for tests that patch or profile its modules. */
export const outturnSource = path.join(gateway, 'src/cli/main.ts');

/** Builds the gateway and the dashboard from their sources, as `npm start` does. */
export async function buildProgram(): Promise<void> {
  const filters = ['--filter=@outturn/gateway', '--filter=@outturn/dashboard'];
  await promisify(execFile)('turbo', ['run', 'build', ...filters, '--output-logs=errors-only'], {
    cwd: path.join(gateway, '../..'),
  });
}
