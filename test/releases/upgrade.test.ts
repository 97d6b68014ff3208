import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { Browser } from '../support/browser.ts';
import { createDatabase, createMigratedDatabase } from '../support/create-database.ts';
import type { Gateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { on } from '../support/on.ts';
import { sectionNames } from '../support/snippets.ts';
import { type Answers, readAnswers, releases, restoreRelease, sendRead, sendWrite } from './release.ts';
import { schemaOf } from './schema-of.ts';
import { writes } from './writes.ts';

const gateways = useGateways();
const nameOf = (of: string) => `${of}_${randomUUID().replaceAll('-', '')}`;

/** Newer versions add fields. */
async function expectKept({ url }: Gateway, { token, ...answers }: Answers): Promise<void> {
  for (const [target, body] of Object.entries(answers.reads))
    expect([target, await sendRead(url, token, target)]).toMatchObject([target, body]);
  for (const write of writes)
    expect([write.name, await sendWrite(url, token, write)]).toMatchObject([
      write.name,
      answers.writes[write.name],
    ]);
}

/** The second step empties stored answers that show a deleted row. */
function withoutDeleted(answers: Answers): Answers {
  const notFound = { status: 404, isReplay: false, body: { code: 'Not Found' } };
  const deleted = Object.keys(answers.writes).filter((name) => name.startsWith('left-'));
  const emptied = Object.fromEntries(deleted.map((name) => [name, notFound]));
  return { ...answers, writes: { ...answers.writes, ...emptied } };
}

const countRows = (url: string) =>
  on(
    url,
    `select (select count(*) from revenues) as revenues, (select count(*) from outcomes) as outcomes,
       (select count(*) from goals) as goals, (select count(*) from events) as events,
       (select count(*) from idempotency_keys) as keys, (select count(*) from customers) as customers`,
  );

test('each version before this one in CHANGELOG.md has a dump', () => {
  const versions = sectionNames('CHANGELOG.md', '##').map((title) => title.split(' ')[0] ?? '');
  expect(versions.filter((version) => version !== manifest.version).toReversed()).toEqual(releases);
});

describe.each(releases)('the dump of %s', (version) => {
  test('answers after both steps of an upgrade as that release did', { timeout: 240_000 }, async () => {
    const name = nameOf('release');
    const { url, remove } = await restoreRelease(inject('databaseUrl'), version, name);
    onTestFinished(remove);
    const answers = await readAnswers(version);
    const rows = await countRows(url);

    expect(await runOutturn(url, 'migrate')).toMatchObject({ code: 0 });
    const gateway = await gateways.start(url);
    await expectKept(gateway, answers);
    await gateway.stop();

    expect(await runOutturn(url, 'migrate', '--finish')).toMatchObject({ code: 0 });
    const finished = await gateways.start(url);
    await expectKept(finished, withoutDeleted(answers));
    expect(await countRows(url)).toEqual(rows);
    expect((await runOutturn(url, 'rollups', 'verify')).output).toBe('The rollups equal the records.\n');

    const browser = new Browser(finished.url);
    const { email, password } = answers.account;
    expect((await browser.signIn(email, password)).status).toBe(200);
    expect(await browser.trpc.account.get.query({})).toMatchObject({ user: { email } });
    await finished.stop();
  });

  test('gets the owners of sessions, and loses what deleted rows hold', async () => {
    const { url, remove } = await restoreRelease(inject('databaseUrl'), version, nameOf('release'));
    onTestFinished(remove);
    await runOutturn(url, 'migrate', '--finish');
    const owners = await on(
      url,
      `select s.key, a.key as agent, c.key as customer from sessions s
       left join agents a on a.id = agent_id left join customers c on c.id = customer_id order by s.key`,
    );
    const owned = { agent: 'support', customer: 'acme' };
    expect(owners).toEqual([
      { key: 'first', ...owned },
      { key: 'second', ...owned },
    ]);
    for (const table of ['agents', 'customers', 'goal_types', 'tools'])
      expect(await on(url, `select name, metadata from ${table} where deleted_at is not null`)).toEqual([
        { name: null, metadata: null },
      ]);
  });

  test('has the schema of a new database after both steps, also from a backup', async () => {
    const serverUrl = inject('databaseUrl');
    const stores = [
      await restoreRelease(serverUrl, version, nameOf('release')),
      await createDatabase(serverUrl, nameOf('restored')),
      await createMigratedDatabase(serverUrl, nameOf('created'), inject('template')),
    ];
    for (const { remove } of stores) onTestFinished(remove);
    const [released = '', restored = '', created = ''] = stores.map(({ url }) => url);
    const folder = await mkdtemp(path.join(tmpdir(), 'outturn-releases-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'release.backup');
    expect(await runOutturn(released, 'backup', file)).toMatchObject({ code: 0 });
    expect(await runOutturn(restored, 'restore', file)).toMatchObject({ code: 0 });
    expect(await countRows(restored)).toEqual(await countRows(released));
    for (const url of [released, restored]) {
      expect(await runOutturn(url, 'migrate', '--finish')).toMatchObject({ code: 0 });
      expect(await schemaOf(url)).toEqual(await schemaOf(created));
    }
  });
});
