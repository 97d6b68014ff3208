// A process that outlives the runner, and cleans up after its run however that ended.
//
// node reaper.ts <run folder>, with a pipe from the runner on standard input
import { rmSync } from 'node:fs';
import { removeLocationsOf } from './cluster-locations.ts';
import { endProcesses, processesOf } from './processes.ts';

const [runFolder] = process.argv.slice(2);
if (!runFolder) throw new Error('usage: node reaper.ts <run folder>');

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});
process.stdin.resume();
process.stdin.once('end', async () => {
  await endProcesses(() => processesOf(runFolder));
  removeLocationsOf(runFolder);
  rmSync(runFolder, { recursive: true, force: true, maxRetries: 5 });
});
