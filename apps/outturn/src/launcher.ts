#!/usr/bin/env node
// Runs the gateway on the Node.js that it is tested with. This file itself runs on Node.js 20.0 and newer.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runToEnd } from '../../../scripts/run-to-end.mjs';
import { chooseNode } from './choose-node.ts';

const gateway = new URL('gateway/', import.meta.url);
/** See docs/decisions/017-heap-and-malloc-settings.md in the repository. The user's environment takes precedence. */
const { nodeFlags, nodeEnvironment } = JSON.parse(
  readFileSync(new URL('package.json', gateway), 'utf8'),
).config;

const [command = 'serve', ...options] = process.argv.slice(2);
// npm sets INIT_CWD to the folder of its caller. A script of a project that runs `outturn` is in the right folder already.
const { INIT_CWD: _, ...environment } = process.env;

try {
  const main = fileURLToPath(new URL('main.js', gateway));
  process.exitCode = await runToEnd(chooseNode(), [...nodeFlags, main, command, ...options], {
    stdio: 'inherit',
    env: { ...nodeEnvironment, ...environment },
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
