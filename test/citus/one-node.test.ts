import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { placementOf } from '../../packages/service/src/database/distribution/placement.ts';
import { nodesOf } from '../support/citus/cluster.ts';
import { recorded } from '../support/citus/statements.ts';
import type { Statement } from '../support/citus/statements-inside.ts';
import { testDatabase } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { behindProxy, type Gateway, startGateway } from '../support/gateway.ts';
import { report } from '../support/load/figures.ts';
import { calls } from '../support/tenants/calls.ts';
import { furnish, type World } from '../support/tenants/world.ts';

const run = promisify(execFile);
/** Statements that go to all nodes: those about noted facts, expired rows and a restored dump. */
const forNobody =
  /^(begin|explain|select distinct developer_id from rollup_deltas|delete from \w+ where \w+ < now\(\)|select developer_id, fact, array_agg\(xid\))/i;
const window = { from: '2026-06-01', to: '2026-07-01' };
const measures = ['revenue', 'value', 'cost', 'margin', 'roi', 'goals', 'sessions'];
const by = (dimension: string, more = {}) => ({ dimension, first: 1, totals: measures, ...more });

/** Questions that take every path to an answer: rollups, records, nested groups, top and rest, funnels. */
const questions = [
  { totals: measures, previous: { totals: measures }, series: { days: { every: 'day', totals: measures } } },
  { by: { a: by('agent', { series: { weeks: { every: 'week', totals: measures } } }), c: by('customer') } },
  {
    by: { c: by('customer', { by: { a: by('agent'), g: by('goalType') } }), t: by('tool'), s: by('session') },
  },
  { where: { agent: { in: ['a'] }, amount: { gte: '0' } }, totals: measures, by: { s: by('source') } },
  { by: { m: by('metadata', { metadataKey: 'team' }), n: by('agentMetadata', { metadataKey: 'team' }) } },
  { funnel: { f: { steps: ['g', 'h'] } }, by: { a: by('agent', { funnel: { f: { steps: ['g'] } } }) } },
];

const nodes = 'nodes { id } pageInfo { hasNextPage }';
const connections = ['revenues', 'outcomes', 'goals', 'events']
  .map((kind) => `${kind}(first: 2) { ${nodes} }`)
  .join(' ');
const relations = `{
  agents { nodes { key ${connections} sessions { nodes { key } } } }
  customers { nodes { key revenues(first: 2, filter: {source: "shop"}, orderBy: RECORDED_AT_ASC) { ${nodes} } } }
  sessions { nodes { key agent { key } customer { key } goals { ${nodes} } timeline { nodes { __typename } } } }
  revenues { nodes { agent { name } customer { name } goal { id goalType { key } } event { id tool { key } } } }
  outcomes { nodes { tool { key } goal { id } } }
}`;

describe('on a cluster of Citus', { tags: 'Citus' }, () => {
  let gateway: Gateway;
  let statements: Statement[];
  beforeAll(async () => {
    const { program, env, take } = recorded();
    const settings = { ...env, ...behindProxy, DEFAULT_PLAN: 'unlimited' };
    gateway = await startGateway(inject('databaseUrl'), settings, { program });
    const world = await furnish(gateway.url, '12.5');
    for (const call of calls) await call.run({ token: world.token }, world);
    for (const call of calls) await call.run({ owner: world.owner }, world);
    await inMoreWays(world);
    const url = inject('databaseUrl');
    for (const verb of ['verify', 'rebuild'])
      await run(process.execPath, [program, 'rollups', verb], {
        env: { ...process.env, ...env, DATABASE_URL: url },
      });
    statements = await take();
  }, 300_000);
  afterAll(() => gateway.stop());

  test('every statement about one developer goes to one shard of each table, all on one node', {
    timeout: 300_000,
  }, async () => {
    const database = await testDatabase();
    const { coordinator } = await nodesOf(inject('databaseUrl'));
    const tenantTable = new RegExp(
      `\\b(from|join|into|update)\\s+"?(${placementOf(database.orm.getMetadata()).tenant.join('|')})\\b`,
    );
    const isAboutOne = (text: string) => !forNobody.test(text);
    const about = statements.filter(({ text }) => tenantTable.test(text) && isAboutOne(text));
    const strays: string[] = [];
    for (const { text, values } of about) {
      const { rows } = await database.pool.query({ text: `explain ${text}`, values, rowMode: 'array' });
      const plan = rows.map(([line]: string[]) => line).join('\n');
      const counts = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
      const ports = [...plan.matchAll(/Node: host=\S+ port=(\d+)/g)].map(([, port]) => Number(port));
      const others = new Set(ports.filter((port) => port !== coordinator.port));
      const isStray =
        counts.some((count) => count !== 1) || others.size !== 1 || plan.includes('pull to coordinator');
      if (isStray) strays.push(`${text}\n${plan}`);
    }
    expect(strays).toEqual([]);
    // Recording in all its shapes, lists, relations, analytics, commands and rollups.
    expect(about.length).toBeGreaterThan(100);
    report(
      `${about.length} different statements about one developer: each on one node, one shard of each table`,
    );
  });
});

/** Calls that the tenant tests leave out. */
async function inMoreWays({ url, token }: World): Promise<void> {
  const post = async (path: string, body: unknown, idempotencyKey?: string) => {
    const { status, text } = await send(`${url}${path}`, {
      token,
      idempotencyKey,
      body: JSON.stringify(body),
    });
    if (status >= 300 || text.includes('"errors"')) throw new Error(`${path} answered ${status}: ${text}`);
  };
  const names = (nonce: number) => ({
    agentKey: `a${nonce}`,
    customerKey: `c${nonce}`,
    sessionKey: `s${nonce}`,
  });
  const day = '2026-06-15T12:00:00.000Z';
  for (const [i, key] of [undefined, 'first', 'first', 'second'].entries()) {
    const record = { ...names(i < 2 ? 0 : 1), key: i < 2 ? undefined : 'natural' };
    await post(
      '/v1/revenues',
      { ...record, amount: '1', recordedAt: day },
      key && `revenue-${key}-${record.key}`,
    );
    await post('/v1/outcomes', { ...names(i), value: '1', toolKey: `t${i}` }, key && `outcome-${key}-${i}`);
    await post('/v1/goals', { ...names(i), goalKey: i % 2 ? 'g' : `g${i}` }, key && `goal-${key}-${i}`);
    await post(
      '/v1/events',
      { ...names(i), type: 'tool.call', toolKey: i % 2 ? 't' : `t${i}` },
      key && `event-${key}-${i}`,
    );
  }
  await post(
    '/v1/revenues/batch',
    Array.from({ length: 20 }, (_, i) => ({ ...names(i), amount: '1', recordedAt: day })),
    'batch',
  );
  await post('/graphql', { query: relations });
  for (const question of questions)
    await post('/trpc/analytics.slice', { window, timeZone: 'Europe/Berlin', ...question });
}
