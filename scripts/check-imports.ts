// Checks imports against imports/layers.ts, and for cycles.
import { root } from './dependencies.mjs';
import { findFaults } from './imports/find-faults.ts';
import { rules } from './imports/layers.ts';

const faults = await findFaults(root, rules);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
