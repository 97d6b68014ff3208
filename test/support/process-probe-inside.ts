import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { GCProfiler, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What a process holds at a moment. */
export type Vitals = {
  /** What it has taken of the processor, in milliseconds; without what asking takes. */
  processor: number;
  /** Of the heap after a collection, in bytes. */
  heap: number;
  /** Buffers outside of it, in bytes. */
  external: number;
  /** Resident, in bytes. */
  resident: number;
  /** Open file descriptors, sockets among them. */
  descriptors: number;
  /** Of the process object. */
  listeners: number;
  /** Since the last time: what was allocated between collections of the young generation, and stayed after them, in bytes. */
  young: { allocated: number; kept: number };
  /** Timers, sockets and whatever else keeps it alive. */
  resources: number;
};

// Loaded into a gateway before its own code: tells what it holds to whoever connects.
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
  // Twice: buffers are let go of beside the program, which the second one waits for.
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
