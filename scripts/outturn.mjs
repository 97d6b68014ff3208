#!/usr/bin/env node
// `outturn` as a command of its own (`npx outturn` here, or anywhere after `npm link`): what `npm run outturn` runs, and
// like it in the repository, where `.data` is.
import { root } from './dependencies.mjs';

process.env.INIT_CWD = process.cwd();
process.chdir(root);
process.argv.splice(2, 0, 'outturn');
await import('./run.mjs');
