// Installs, builds and runs: node scripts/run.mjs outturn|<script> [arguments…]
// Plain JavaScript without packages, because it runs on the machine's Node.js 20+ before anything is installed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled, projectNode, root, scriptEnvironment } from './dependencies.mjs';
import { runToEnd } from './run-to-end.mjs';

/** See docs/decisions/017-heap-and-malloc-settings.md. The user's environment takes precedence. */
const { nodeFlags, nodeEnvironment } = JSON.parse(
  readFileSync(path.join(root, 'apps/gateway/package.json'), 'utf8'),
).config;

const [script, ...args] = process.argv.slice(2);

try {
  if (!script) throw new Error('Usage: node scripts/run.mjs outturn|<script> [arguments…]');
  const isOutturn = script === 'outturn';
  await ensureInstalled(isOutturn || script === 'scripts/dev.ts' ? 'start' : 'all');
  const command = isOutturn
    ? [...nodeFlags, path.join(await build('gateway'), 'main.js')]
    : [path.resolve(root, script)];
  process.exitCode = await runToEnd(projectNode(), [...command, ...args], {
    stdio: 'inherit',
    env: {
      // The compile cache halves the time of later starts.
      NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled'),
      ...(isOutturn && nodeEnvironment),
      ...scriptEnvironment(),
    },
  });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode ?? 1;
}
