import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../apps/gateway/package.json' with { type: 'json' };

const gateway = path.resolve(import.meta.dirname, '../../apps/gateway');

/** `outturn` as users run it. */
export const outturn = path.join(gateway, '.builds/current/main.js');

/** How `npm start` has Node.js run it, and with what environment. */
export const { nodeFlags, nodeEnvironment } = manifest.config;

/** The same before it is bundled, for who looks into its modules. */
export const outturnSource = path.join(gateway, 'src/cli/main.ts');

/** Brings the bundle up to date with its sources, as `npm start` does. */
export async function bundleProgram(): Promise<void> {
  await promisify(execFile)(process.execPath, [path.join(gateway, '../../scripts/build.mjs'), 'gateway']);
}
