// Runs a script of this repository on the Node.js that the repository brings along, installing what is missing first, and
// bundling the gateway where that is the script.
//
//   node scripts/run.mjs <script> [arguments…]
//
// Plain JavaScript without packages: it runs on the machine's own Node.js 20+, before anything is installed.
import path from 'node:path';
import { ensureBundled, nodeEnvironment, nodeFlags, program } from './bundle.mjs';
import { ensureInstalled, projectNode, root } from './dependencies.mjs';
import { runToEnd } from './run-to-end.mjs';

const [script, ...args] = process.argv.slice(2);

try {
  if (!script) throw new Error('usage: node scripts/run.mjs <script> [arguments…]');
  const file = path.resolve(root, script);
  await ensureInstalled();
  const isProgram = file === program;
  if (isProgram) ensureBundled();
  process.exitCode = await runToEnd(projectNode(), [...(isProgram ? nodeFlags : []), file, ...args], {
    stdio: 'inherit',
    env: {
      // Compiled code is kept between runs: a second start takes half the time.
      NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled'),
      ...(isProgram && nodeEnvironment),
      ...process.env,
      TURBO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
    },
  });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode ?? 1;
}
