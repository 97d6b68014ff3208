import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { GCProfiler, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The resources of a process at a moment. */
export type Vitals = {
  /** Processor time in milliseconds, without that of the probe. */
  processor: number;
  /** The heap after a collection, in bytes. */
  heap: number;
  /** Buffers outside of the heap, in bytes. */
  external: number;
  /** Resident memory, in bytes. */
  resident: number;
  /** Open file descriptors, including sockets. */
  descriptors: number;
  /** Listeners on the process object. */
  listeners: number;
  /** Since the last probe, in bytes: what was allocated between minor collections, and what survived them. */
  young: { allocated: number; kept: number };
  /** Timers, sockets and other resources that keep the process alive. */
  resources: number;
};

// Preloaded into a gateway: reports its resources to every connection.
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

let spentHere = 0;
let profiler = profile();

function profile(): GCProfiler {
  const started = new GCProfiler();
  started.start();
  return started;
}

function youngSince(): Vitals['young'] {
  const { statistics } = profiler.stop();
  profiler = profile();
  const young = { allocated: 0, kept: 0 };
  let before: number | undefined;
  for (const { gcType, beforeGC, afterGC } of statistics) {
    const after = afterGC.heapStatistics.usedHeapSize;
    if (gcType === 'Scavenge' && before !== undefined) {
      young.allocated += beforeGC.heapStatistics.usedHeapSize - before;
      young.kept += after - before;
    }
    before = gcType === 'Scavenge' ? after : undefined;
  }
  return young;
}

function vitals(): Vitals {
  const { user, system } = process.cpuUsage();
  const processor = (user + system) / 1000 - spentHere;
  const young = youngSince();
  // Twice, because buffers are released on another thread, for which the second collection waits.
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  const told = {
    processor,
    young,
    heap: heapUsed,
    external,
    resident: rss,
    descriptors: readdirSync('/dev/fd').length,
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    resources: process.getActiveResourcesInfo().length,
  };
  const after = process.cpuUsage();
  spentHere += (after.user + after.system - user - system) / 1000;
  return told;
}

createServer((connection) => {
  connection.end(JSON.stringify(vitals()));
})
  .listen(process.env.OUTTURN_PROBE)
  .unref();
