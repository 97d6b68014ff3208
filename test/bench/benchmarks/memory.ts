import type { Arena } from '../arena.ts';
import { createDeveloper, drive, enter } from '../contender.ts';
import type { Finding, Outcome } from '../findings.ts';
import type { Traffic } from '../load/job.ts';
import type { BenchOptions } from '../options.ts';
import { median } from '../rounds.ts';
import { seedRevenues } from '../seed-revenues.ts';
import { residentMemory, startGateway } from '../server-process.ts';
import { BATCH_CONNECTIONS } from './batch.ts';

const SAMPLE_EVERY = 250;
const MOST = 250;
/** Below the noise of the measurement from minute to minute. */
const FLAT = 2;

type Sample = { minute: number; mebibytes: number };

/** Resident memory of one gateway under all loads in turn. */
export async function benchMemory(arena: Arena, options: BenchOptions): Promise<Outcome> {
  const contender = await enter(arena, 'memory_outturn', startGateway);
  // Minutes at full speed exceed every limited plan.
  const plan = 'unlimited';
  const developer = await createDeveloper(contender, plan);
  const ids = await seedRevenues(contender, developer, 20_000);
  const samples: Sample[] = [];
  const begun = performance.now();
  const minutes = () => (performance.now() - begun) / 60_000;
  const sampling = setInterval(async () => {
    const mebibytes = await residentMemory(contender.server.pid);
    if (mebibytes !== undefined) samples.push({ minute: minutes(), mebibytes });
  }, SAMPLE_EVERY);
  try {
    while (minutes() < options.minutes) {
      for (const [name, traffic] of Object.entries(trafficOf(ids))) {
        const first = samples.length;
        const connections = traffic.kind === 'batch' ? { connections: BATCH_CONNECTIONS } : {};
        await drive(arena, contender, developer, { traffic, options, plan, seconds: 3, ...connections });
        const peak = Math.max(...samples.slice(first).map(({ mebibytes }) => mebibytes));
        process.stderr.write(`  minute ${minutes().toFixed(1)}, ${name}: peak ${peak.toFixed(0)} MiB\n`);
      }
    }
  } finally {
    clearInterval(sampling);
  }
  return { findings: samples.length > 0 ? findingsOf(samples, options.minutes) : [], absolutes: [] };
}

function trafficOf(ids: string[]): Record<string, Traffic> {
  return {
    record: { kind: 'record', path: '/v1/revenues' },
    batch: { kind: 'batch', path: '/v1/revenues/batch', items: 1_000, spreadHours: 365 * 24 },
    list: { kind: 'read', paths: ['/v1/revenues?limit=100'] },
    get: { kind: 'read', paths: ids.map((id) => `/v1/revenues/${id}`) },
    trpc: { kind: 'record', path: '/trpc/revenues.record' },
  };
}

function findingsOf(samples: readonly Sample[], minutes: number): Finding[] {
  const against = `${minutes} min of all loads`;
  const peak = Math.max(...samples.map(({ mebibytes }) => mebibytes));
  const finding = { against, unit: 'MiB', value: peak, target: { atMost: MOST } } as const;
  return [
    { what: 'memory of the gateway, peak', ...finding },
    {
      what: 'memory of the gateway, growth',
      ...finding,
      unit: 'MiB/min',
      value: growth(samples),
      target: { atMost: FLAT },
    },
  ];
}

/** From the middle third to the last third, in MiB a minute: the first third warms up. */
function growth(samples: readonly Sample[]): number {
  const third = Math.floor(samples.length / 3);
  const middle = samples.slice(third, 2 * third);
  const last = samples.slice(2 * third);
  const of = (part: readonly Sample[], what: keyof Sample) => median(part.map((sample) => sample[what]));
  return (of(last, 'mebibytes') - of(middle, 'mebibytes')) / (of(last, 'minute') - of(middle, 'minute'));
}
