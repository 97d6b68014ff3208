#!/usr/bin/env node
// Command for `npx outturn` and `npm link`. Runs in the repository, where `.data` is, like `npm run outturn`.
import { root } from './dependencies.mjs';

process.env.INIT_CWD = process.cwd();
process.chdir(root);
process.argv.splice(2, 0, 'outturn');
await import('./run.mjs');
