#!/usr/bin/env node
// Runs the gateway on the Node.js that it is tested with. This file itself runs on Node.js 20.0 and newer.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseNode } from '../../../scripts/choose-node.mjs';
import { runToEnd } from '../../../scripts/processes.mjs';

const gateway = fileURLToPath(new URL('gateway/', import.meta.url));
/** See docs/decisions/017-heap-and-malloc-settings.md in the repository. The user's environment takes precedence. */
const { nodeFlags, nodeEnvironment } = JSON.parse(
  readFileSync(path.join(gateway, 'package.json'), 'utf8'),
).config;

const [command = 'serve', ...options] = process.argv.slice(2);
// npm sets INIT_CWD to the folder of its caller. A script of a project that runs `outturn` is in the right folder already.
const { INIT_CWD: _, ...environment } = process.env;

try {
  stopWithShell();
  const main = path.join(gateway, 'main.js');
  process.exitCode = await runToEnd(chooseNode(import.meta.url), [...nodeFlags, main, command, ...options], {
    // The compile cache saves a third of the time of later starts. In a read-only folder, Node.js goes without.
    env: { NODE_COMPILE_CACHE: path.join(gateway, '.compiled'), ...nodeEnvironment, ...environment },
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** npm runs commands in a shell, and some shells end at a signal without the command. */
function stopWithShell(): void {
  if (process.env.npm_command === undefined) return;
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && process.kill(process.pid, 'SIGTERM'), 500).unref();
}
