import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createOutturnClient } from '@outturn/client';
import { demoEntities } from '@outturn/demo-data';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { outturn } from '../support/program.ts';
import { runInside } from '../support/run-inside.ts';

const gateway = useGateway();

/** `outturn seed`, as a separate process. */
async function seed(apiKey: string, ...args: string[]) {
  const child = spawn(process.execPath, [outturn, 'seed', ...args], {
    env: { ...process.env, OUTTURN_URL: gateway.url, OUTTURN_API_KEY: apiKey },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, ...countsOf(stdout), stderr };
}

/** The same in this process. */
async function seedInside(apiKey: string, ...args: string[]) {
  const of = ['--url', gateway.url, '--api-key', apiKey];
  const { code, output, errors } = await runInside('', 'seed', ...of, ...args);
  return { code, ...countsOf(output), stderr: errors };
}

function countsOf(stdout: string): { created: number; replayed: number } {
  const [, created, replayed] =
    stdout.match(/^([\d,]+) records created, ([\d,]+) already there, [\d.]+ s\n$/) ?? [];
  const toNumber = (count = '') => Number(count.replaceAll(',', ''));
  return { created: toNumber(created), replayed: toNumber(replayed) };
}

test('demo data is complete, and a second run adds only records for the time since', {
  timeout: 90_000,
}, async () => {
  const { token } = await mintKey();
  const client = createOutturnClient({ url: gateway.url, apiKey: token });
  const small = ['--days=8', '--sessions=16', '--seed=test'];

  const first = await seed(token, ...small);
  expect(first).toMatchObject({ code: 0, replayed: 0, stderr: '' });
  expect(first.created).toBeGreaterThan(500);
  const second = await seedInside(token, ...small);
  expect(second.replayed).toBe(first.created);

  // More days and more sessions contain the same sessions and others.
  const more = await seedInside(token, '--days=9', '--sessions=18', '--seed=test');
  expect(more.replayed).toBe(second.created + second.replayed);
  expect(more.created).toBeGreaterThan(0);

  const { agents, customers } = demoEntities();
  const { items } = await client.customers.list.query({ limit: 1_000 });
  expect(items.map(({ key }) => key).sort()).toEqual(customers.map(({ key }) => key).sort());
  expect(items[0]).toMatchObject({ metadata: { plan: expect.any(String), region: expect.any(String) } });
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const { by, totals } = await client.analytics.slice.query({
    window: { from: day(-20), to: day(1) },
    totals: ['revenue', 'value', 'cost', 'goals', 'margin', 'sessions'],
    by: {
      agents: { dimension: 'agent', totals: ['roi'] },
      goalTypes: { dimension: 'goalType', totals: ['revenue'] },
      tools: { dimension: 'tool', totals: ['revenue'] },
    },
  });
  for (const total of Object.values(totals ?? {})) expect(Number(total)).toBeGreaterThan(0);
  const rois = by?.agents?.map((group) => Number(group.totals?.roi)) ?? [];
  expect(rois).toHaveLength(agents.length);
  expect(Math.min(...rois)).toBeLessThan(0);
  expect(Math.max(...rois)).toBeGreaterThan(1);
  // Revenues name the goals and tool calls they follow from.
  const revenueOf = (group: 'goalTypes' | 'tools', key: string) =>
    Number(by?.[group]?.find((each) => each.key === key)?.totals?.revenue);
  for (const key of ['resolved', 'paid', 'retained']) expect(revenueOf('goalTypes', key)).toBeGreaterThan(0);
  expect(revenueOf('tools', 'quotes.create')).toBeGreaterThan(0);
});

test('a key that may not write is refused', async () => {
  const { token } = await mintKey({ scopes: ['events:read'] });
  expect(await seedInside(token, '--days=1')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('lacks the scope'),
  });
});
