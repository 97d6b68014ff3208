import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { readBackup } from '../support/backup-file.ts';
import { Browser, newEmail } from '../support/browser.ts';
import { citusUrl } from '../support/citus/url.ts';
import { createDatabase } from '../support/create-database.ts';
import { isReplay, send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import type { Gateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn } from '../support/load/run-outturn.ts';

const gateways = useGateways();
const folder = await mkdtemp(path.join(tmpdir(), 'outturn-lost-'));
const dataDir = path.join(folder, 'data');
vi.stubEnv('DATA_DIR', dataDir);
vi.stubEnv('DATABASE_DIRECT_URL', '');
afterAll(() => rm(folder, { recursive: true, force: true }));

const EMBEDDED = '';
const file = (name: string) => path.join(folder, name);

/** Answers to callers and users. */
async function seenOn({ url }: Gateway, token: string) {
  const paths = ['revenues', 'events', 'outcomes', 'agents', 'sessions', 'tools'];
  const answers = paths.map((name) => send(`${url}/v1/${name}`, { token }));
  const reports = send(`${url}/trpc/reports.list?input={}`, { token });
  return (await Promise.all([...answers, reports])).map(({ status, text }) => ({ status, text }));
}

test.runIf(!citusUrl)(
  'lost data folder comes back from a backup, through a server of another version and back',
  { timeout: 180_000 },
  async () => {
    const first = await gateways.start(EMBEDDED);
    const token = /API key: (\S+)/.exec(first.output())?.[1] ?? '';
    const post = async ({ url }: Gateway, route: string, body: object) => {
      const idempotencyKey = `key-of-${route}`;
      const answer = await send(`${url}${route}`, { token, idempotencyKey, body: JSON.stringify(body) });
      expect(answer).toMatchObject({ status: route.startsWith('/v1') ? 201 : 200 });
      return answer;
    };
    const record = (gateway: Gateway) =>
      post(gateway, '/v1/revenues', { ...minimal, description: 'tabs\t, \\N and\nlines', sessionKey: 's' });
    const event = { type: 'tool.call', toolKey: 't', agentKey: 'ü', occurredAt: '2026-01-01T00:00:00Z' };
    await post(first, '/v1/tools', { key: 't', value: '0.000001' });
    await post(first, '/v1/events', { ...event, metadata: { deep: [null, '\u2028"'] } });
    await post(first, '/trpc/reports.save', { name: 'r', document: '{ __typename }' });
    const original = await record(first);
    const [email, browser] = [newEmail(), new Browser(first.url)];
    expect((await browser.signUp(email)).status).toBe(200);
    const seen = await seenOn(first, token);
    expect(seen.map(({ status }) => status)).toEqual(seen.map(() => 200));

    // The server runs.
    expect(await runOutturn(EMBEDDED, 'backup', file('first'))).toMatchObject({
      code: 0,
      output: expect.stringMatching(/first: \d+ rows of \d+ tables, 0\.0 MB, [\d.]+ s\n$/),
      errors: '',
    });
    await first.stop();
    await rm(dataDir, { recursive: true });

    await writeFile(file('changed'), 'no backup');
    expect(await runOutturn(EMBEDDED, 'restore', '--keep-keys', file('changed'))).toMatchObject({
      code: 1,
      output: '',
    });
    expect(await readdir(folder)).not.toContain('data');

    const { url, remove } = await createDatabase(inject('databaseUrl'), `elsewhere_${process.pid}`);
    try {
      expect(await runOutturn(url, 'restore', '--keep-keys', file('first'))).toMatchObject({
        code: 0,
        errors: '',
      });
      expect(await runOutturn(url, 'backup', file('second'))).toMatchObject({ code: 0, errors: '' });
    } finally {
      await remove();
    }
    const [before, after] = [await readBackup(file('first')), await readBackup(file('second'))];
    // Their numbers are those of a server, and a restore ends all sessions and claim links.
    const {
      commits: _,
      forgotten_commits: __,
      user_sessions: ___,
      developer_claims: ____,
      ...expected
    } = before.tables;
    expect(after.tables).toMatchObject(expected);
    expect(await runOutturn(EMBEDDED, 'restore', '--keep-keys', file('second'))).toMatchObject({
      code: 0,
      errors: '',
    });

    const second = await gateways.start(EMBEDDED);
    expect(second.output()).not.toContain('API key: ');
    expect(await seenOn(second, token)).toEqual(seen);
    const replay = await record(second);
    expect([isReplay(replay.headers), replay.text]).toEqual([true, original.text]);
    const returned = new Browser(second.url);
    expect((await returned.signIn(email)).status).toBe(200);
    expect((await returned.trpc.account.get.query({})).user.email).toBe(email);
    await second.stop();
  },
);
