// Checks imports against imports/import-rules.ts, and for cycles. Imports of types count.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findFaults } from './imports/find-faults.ts';
import { rules } from './imports/import-rules.ts';

const root = path.resolve(import.meta.dirname, '..');
const found = globSync('{{apps,packages}/*/{src/**/*.*,package.json},scripts/**/*.mjs}', { cwd: root });
const files = new Map(
  found.map((file) => [file.replaceAll(path.sep, '/'), readFileSync(path.join(root, file), 'utf8')]),
);
const faults = findFaults(files, rules);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
