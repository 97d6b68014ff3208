import { createService, listClaims } from '@outturn/service';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { analyzeGrownTables } from '../../packages/service/src/database/statistics.ts';
import { currentSnapshot } from '../../packages/service/src/live/commit-log.ts';
import { newEmail, signedUp } from '../support/browser.ts';
import { offerDeveloper } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { createStore, type Store } from '../support/limited-role.ts';
import { openStream } from '../support/live/event-stream.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { withPostgres } from '../support/load/private-postgres.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { scrape } from '../support/metrics.ts';
import { on } from '../support/on.ts';
import { snippets } from '../support/snippets.ts';

const gateways = useGateways();

/** A role that the statements of the documentation made. It owns no database, is no member of a role, and may create no other schema. */
async function createDocumentedRole(): Promise<Store> {
  const [, inDatabase = ''] = snippets('docs/operations.md', 'sql', 'Rights of the role');
  const statements = inDatabase
    .replace(/^--.*$/gm, '')
    .split(';')
    .filter((sql) => sql.trim() !== '');
  expect(statements).toHaveLength(3);
  const store = await createStore((name) => statements.map((sql) => sql.replaceAll('outturn', name)));
  const [rights] = await on<Record<string, boolean>>(
    store.url,
    `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as attributes,
       exists (select from pg_auth_members where member = pg_roles.oid) as member,
       has_database_privilege(current_database(), 'create') or has_database_privilege(current_database(), 'temporary')
         as database, pg_has_role('pg_read_all_stats', 'usage') as statistics, has_schema_privilege('public', 'usage') as public
     from pg_roles where rolname = current_user`,
  );
  expect(rights).toEqual({
    attributes: false,
    member: false,
    database: false,
    statistics: false,
    public: false,
  });
  return store;
}

test('role that owns only its schema is enough for a gateway with workers, on every surface', async () => {
  const { url } = await createDocumentedRole();
  const key = await runOutturn(url, 'keys', 'create', '--developer', 'acme');
  const token = key.output.trim();
  const gateway = await gateways.start(url, { DATABASE_POOL_SIZE: '8' }, { args: ['--workers', '2'] });
  const call = async (path: string, body?: unknown, method?: string) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const { status, text } = await send(`${gateway.url}${path}`, {
      token,
      ...sent,
      ...(method && { method }),
    });
    expect([path, text.includes('"errors"') ? text : status]).toEqual([
      path,
      expect.toBeOneOf([200, 201, 204]),
    ]);
    return text;
  };
  const stream = await openStream(`${gateway.url}/trpc/records.live?input={}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await call('/v1/goal-types', { key: 'sold', value: '5' });
  await call('/v1/tools', { key: 'search', value: '1' });
  await call('/v1/revenues', { ...minimal, agentKey: 'a', customerKey: 'c', sessionKey: 's' });
  await call('/v1/outcomes', { value: '2', agentKey: 'a' });
  await call('/v1/goals', { goalKey: 'sold', agentKey: 'a' });
  await call('/v1/events', { type: 'tool.call', toolKey: 'search', cost: '0.1' });
  await call('/v1/revenues/batch', [minimal, minimal]);
  await call('/v1/revenues?limit=2');
  await call('/v1/agents/a', undefined, 'DELETE');
  await call('/graphql', { query: '{ revenues(first: 2) { edges { node { id } } } }' });
  const window = { from: '2024-01-01T00:00:00Z', to: '2024-12-31T00:00:00Z' };
  await call('/trpc/reports.save', { name: 'r', document: '{ __typename }' });
  await call(
    `/trpc/analytics.slice?input=${encodeURIComponent(JSON.stringify({ window, totals: ['revenue'] }))}`,
  );
  for (;;) {
    const event = await stream.next();
    if (event?.data.includes('"kind":"revenues"')) break;
    if (!event) throw new Error('the stream ended');
  }
  stream.close();
  await signedUp(gateway.url, newEmail());
  expect((await send(`${gateway.url}/readyz`)).status).toBe(200);
  expect((await scrape(gateway.url)).samples.length).toBeGreaterThan(100);
  expect(await runOutturn(url, 'rollups', 'verify')).toMatchObject({ code: 0, errors: '' });
  await gateway.stop();
  expect(gateway.output()).not.toMatch(/"level":[56]0|permission denied|must be owner/);
});

test('role that owns only its schema is enough for every command', async () => {
  const { url } = await createDocumentedRole();
  const run = async (command: string) => {
    const result = await runOutturn(url, ...command.split(' '));
    expect([command, result]).toEqual([command, expect.objectContaining({ code: 0 })]);
    return result.output;
  };
  await run('migrate');
  const [prefix = ''] = (await run('keys create --developer acme')).match(/^ot_live_\w{6}/) ?? [];
  await run('keys list');
  await run('developers list');
  await run('developers plan acme scale');
  await run('developers claim other');
  const [claim] = JSON.parse(await run('developers claims list --json'));
  await run(`developers claims withdraw ${claim.id}`);
  await run('accounts create ada@example.com');
  await run('accounts reset-password ada@example.com');
  await run('rollups rebuild');
  await run('export revenues --developer acme');
  await run(`keys revoke ${prefix}`);
  const doctor = await run('doctor');
  expect(doctor).not.toMatch(/^error/m);
  expect(doctor).toMatch(/^ok +role/m);
});

test('role that owns only its schema is enough for housekeeping and for the analysis of tables', async () => {
  const { url } = await createDocumentedRole();
  await runOutturn(url, 'migrate');
  await withPostgres(url, async (database) => {
    await offerDeveloper(database, 'forgotten');
    await database.pool.query(`update developer_claims set created_at = now() - interval '31 days'`);
    const { developerId } = await openAccount(database);
    await database.pool.query('alter table sessions set (autovacuum_enabled = false)');
    await database.pool.query(
      `insert into sessions (developer_id, id, key, created_at, updated_at)
       select $1, gen_random_uuid(), 'session-' || i, now(), now() from generate_series(1, 12000) i`,
      [developerId],
    );
    expect(await analyzeGrownTables(database)).toEqual(['sessions']);

    const onServerError = vi.fn();
    const service = await createService({ url, connections: 8, onServerError });
    await expect.poll(() => listClaims(database)).toEqual([]);
    await service.close();
    expect(onServerError).not.toHaveBeenCalled();
  });
});

test('follower waits for a transaction of another role without more rights', async () => {
  const { url, admin } = await createDocumentedRole();
  await runOutturn(url, 'migrate');
  const writer = new Client({ connectionString: admin });
  await writer.connect();
  onTestFinished(() => writer.end());
  await writer.query('begin');
  const { rows } = await writer.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
  const xid = rows[0]?.xid ?? '';
  // A later transaction that has ended.
  await on(admin, 'select pg_current_xact_id()');
  await withPostgres(url, async (database) => {
    const { position, hasEnded } = await currentSnapshot(database);
    expect([hasEnded(xid), BigInt(position.xid) <= BigInt(xid)]).toEqual([false, true]);
    await writer.query('commit');
    expect((await currentSnapshot(database)).hasEnded(xid)).toBe(true);
  });
});
