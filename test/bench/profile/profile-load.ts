import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { outturnSource } from '../../support/program.ts';
import { withArena } from '../arena.ts';
import { BATCH_CONNECTIONS } from '../benchmarks/batch.ts';
import { createDeveloper, drive, enter } from '../contender.ts';
import type { Traffic } from '../load/job.ts';
import type { BenchOptions } from '../options.ts';
import { seedRevenues } from '../seed-revenues.ts';
import { startGateway } from '../server-process.ts';
import { readCpuProfile, selfTimes } from './cpu-profile.ts';
import { type Summary, summarize } from './summarize.ts';

const TOP = 30;

const loads: Record<string, (ids: string[]) => Traffic> = {
  record: () => ({ kind: 'record', path: '/v1/revenues' }),
  trpc: () => ({ kind: 'record', path: '/trpc/revenues.record' }),
  batch: () => ({ kind: 'batch', path: '/v1/revenues/batch', items: 1_000, spreadHours: 1 }),
  list: () => ({ kind: 'read', paths: ['/v1/revenues?limit=100'] }),
  get: (ids) => ({ kind: 'read', paths: ids.map((id) => `/v1/revenues/${id}`) }),
};

/** Runs one load against a gateway under `--cpu-prof` and summarizes its processor time. */
export async function profileLoad(name: string, options: BenchOptions): Promise<Summary> {
  const trafficOf = loads[name];
  if (!trafficOf) throw new Error(`no such load: ${name}. There are ${Object.keys(loads).join(', ')}.`);
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-profile-'));
  try {
    return await withArena(options, async (arena) => {
      const nodeArgs = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=250'];
      // The sources rather than the bundle, so that the profile tells modules apart.
      const start = { script: outturnSource, nodeArgs };
      const contender = await enter(arena, 'profiled', (url) => startGateway(url, start));
      const developer = await createDeveloper(contender, 'scale');
      const traffic = trafficOf(await seedRevenues(contender, developer, 20_000));
      const connections = traffic.kind === 'batch' ? { connections: BATCH_CONNECTIONS } : {};
      const clock = () => (performance.now() - contender.server.startedAt) * 1000;
      const from = clock() + options.warmUpSeconds * 1e6;
      await drive(arena, contender, developer, { traffic, options, ...connections });
      const to = clock();
      await contender.server.stop();
      if (options.keep !== undefined) await cp(folder, options.keep, { recursive: true });
      return summarize(selfTimes(await readCpuProfile(folder), { from, to }), TOP);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
