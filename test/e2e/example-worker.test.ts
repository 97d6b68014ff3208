import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createOutturnClient } from '@outturn/client';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { useFaultyProxies } from '../support/faulty-proxy.ts';

const run = promisify(execFile);
const main = path.resolve(import.meta.dirname, '../../apps/example-worker/src/main.ts');
const gateway = useGateway();
const startProxy = useFaultyProxies();

type Totals = { sessions: number; events: number; goals: number; revenue: string; cost: string };

/** Runs the worker; returns its own totals by agent. */
async function runWorker(apiKey: string, at: string, ...args: string[]) {
  const env = { ...process.env, OUTTURN_URL: at, OUTTURN_API_KEY: apiKey };
  const { stdout, stderr } = await run(process.execPath, [main, '--json', '--speed=5000', ...args], { env });
  return { report: JSON.parse(stdout) as Record<string, Totals>, log: stderr };
}

/** The totals of the developer's agents, over tRPC. */
async function slice(apiKey: string) {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const totals = ['sessions', 'events', 'goals', 'revenue', 'cost'] as const;
  const { by } = await createOutturnClient({ url: gateway.url, apiKey }).analytics.slice.query({
    window: { from: day(-1), to: day(2) },
    by: { agents: { dimension: 'agent', first: 100, totals: [...totals] } },
  });
  return Object.fromEntries(by?.agents?.map((group) => [group.key, group.totals]) ?? []);
}

const withNumbers = (report: Record<string, object | undefined>) =>
  Object.fromEntries(
    Object.entries(report).map(([agent, totals = {}]) => [
      agent,
      Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, Number(value)])),
    ]),
  );

test('analytics and the worker agree on its sessions, also over a bad connection', {
  timeout: 60_000,
}, async () => {
  const { token } = await mintKey();
  let count = 0;
  // Every tenth answer is lost after its request was recorded, so the retry must replay.
  const proxy = await startProxy(gateway.url, () => (++count % 10 === 0 ? 'lose answer' : 'pass'));

  const { report, log } = await runWorker(token, proxy.url, '--sessions=12', '--seed=e2e', '--concurrency=6');

  expect(Object.values(report).reduce((sum, { sessions }) => sum + sessions, 0)).toBe(12);
  expect(log).toContain('retrying in');
  expect(withNumbers(await slice(token))).toEqual(withNumbers(report));
});

test('the same seed repeats the same sessions and adds to existing records', {
  timeout: 60_000,
}, async () => {
  const [first, second] = [await mintKey(), await mintKey()];
  const args = ['--sessions=3', '--seed=twin'];
  const { report } = await runWorker(first.token, gateway.url, ...args);
  expect((await runWorker(second.token, gateway.url, ...args)).report).toEqual(report);

  await runWorker(first.token, gateway.url, ...args);
  const sums = withNumbers(await slice(first.token));
  for (const [agent, { sessions }] of Object.entries(report))
    expect(sums[agent]?.sessions).toBe(2 * sessions);
});

test('a worker without a key names the missing setting', async () => {
  const failed = await runWorker('', gateway.url).catch((error) => error);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('OUTTURN_API_KEY is not set') });
});
