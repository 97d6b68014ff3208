// Checks imports against imports/import-rules.ts, and for cycles.
import { root } from './dependencies.mjs';
import { findFaults } from './imports/find-faults.ts';
import { rules } from './imports/import-rules.ts';

const faults = await findFaults(root, rules);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
