import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Browser } from '../support/browser.ts';
import { type CreatedDatabase, createDatabase } from '../support/create-database.ts';
import { send } from '../support/drivers/http.ts';
import { report } from '../support/load/figures.ts';
import { on } from '../support/on.ts';
import { hardened, image, isHealthy, podman, run, runGateway } from './container.ts';

if (image === undefined) console.log('OUTTURN_IMAGE names no image: the tests of the image are left out.');

const email = 'ada@example.com';
const revenue = { amount: '99.90', recordedAt: '2026-11-25T10:30:00.000Z', agentKey: 'support-agent' };

describe.runIf(image !== undefined)('the image', { timeout: 180_000 }, () => {
  const role = `outturn_image_${randomUUID().replaceAll('-', '')}`;
  let database: CreatedDatabase;
  let environment: Record<string, string>;

  /** The role owns its schema and nothing else. */
  beforeAll(async () => {
    const server = inject('databaseUrl');
    database = await createDatabase(server, role);
    await on(server, `create role ${role} login password 'in-a-container'`);
    await on(server, `grant ${role} to current_user`);
    await on(database.url, `create schema ${role} authorization ${role}`);
    const url = Object.assign(new URL(database.url), { username: role, password: 'in-a-container' });
    environment = { DATABASE_URL: url.href, SESSION_SECRET: 'of a gateway in a container, in a test' };
  });
  afterAll(async () => {
    await database.remove();
    await on(inject('databaseUrl'), `drop role ${role}`);
  });

  test('is at most 320 MB and holds no package manager, compiler or embedded PostgreSQL', async () => {
    const look =
      'du -sxm / 2>/dev/null | cut -f1; for name in npm npx yarn corepack cc gcc make python3; do command -v $name; done; ls /usr/local/lib/outturn';
    const found = await podman('run', '--rm', '--entrypoint=sh', String(image), '-c', look);
    const [megabytes, ...names] = found.split('\n');
    expect(Number(megabytes)).toBeLessThanOrEqual(320);
    expect(names).not.toContainEqual(expect.stringContaining('/'));
    expect(names).not.toContain('node_modules');
    report(`${megabytes} MB`);
  });

  test('records and answers without privileges, on a file system that it cannot write', async () => {
    const gateway = await runGateway(environment);
    expect(await gateway.exec('id', '-u')).toBe('65532');
    const owner = new Browser(gateway.url);
    const [, password] = /: (\S+)$/.exec(await gateway.exec('outturn', 'accounts', 'create', email)) ?? [];
    expect((await owner.signIn(email, String(password))).status).toBe(200);
    const { token } = await owner.trpc.apiKeys.create.mutate({ name: 'first', scopes: ['*'] });

    const recording = { token, idempotencyKey: 'first', body: JSON.stringify(revenue) };
    const recorded = await send(`${gateway.url}/v1/revenues`, recording);
    expect(recorded.status).toBe(201);
    const window = { from: '2026-11-01', to: '2026-12-01' };
    const totals = () => owner.trpc.analytics.slice.query({ window, totals: ['revenue'] });
    expect((await totals()).totals?.revenue).toBe('99.9');
    expect(await gateway.isHealthy()).toBe(true);

    // A crash loses nothing, and its retry records nothing twice.
    expect(await gateway.stop('SIGKILL')).toBe(137);
    await gateway.start();
    const retried = await send(`${gateway.url}/v1/revenues`, recording);
    expect([retried.status, retried.text]).toEqual([201, recorded.text]);
    expect((await totals()).totals?.revenue).toBe('99.9');
  });

  test('stops at SIGTERM after the delay in which it is unready, with status 0', async () => {
    const gateway = await runGateway(environment);
    const begun = performance.now();
    const stopping = gateway.stop('SIGTERM');
    await expect.poll(async () => (await send(`${gateway.url}/readyz`)).status).toBe(503);
    expect(await stopping).toBe(0);
    const seconds = (performance.now() - begun) / 1000;
    expect(seconds).toBeGreaterThan(5);
    report(`stopped after ${seconds.toFixed(1)} s`);
  });

  test('is unhealthy where nothing answers', async () => {
    const idle = await run(['--entrypoint=sleep'], '60');
    expect(await isHealthy(idle)).toBe(false);
  });

  test('says what it needs, and ends with status 1', async () => {
    const started = podman('run', '--rm', ...hardened, String(image));
    await expect(started).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('set DATABASE_URL'),
    });
  });
});
