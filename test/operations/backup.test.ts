import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase } from '@outturn/service';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { readBackup } from '../support/backup-file.ts';
import { citusUrl } from '../support/citus/url.ts';
import { createDatabase } from '../support/create-database.ts';
import { isReplay, send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { openStream } from '../support/live/event-stream.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { Random } from '../support/load/random.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { Workload } from '../support/load/workload.ts';
import { on } from '../support/on.ts';
import { outturn } from '../support/program.ts';
import { runOnTerminal } from '../support/pseudo-terminal.ts';
import { runInside } from '../support/run-inside.ts';

const gateways = useGateways();
const folder = await mkdtemp(path.join(tmpdir(), 'outturn-backup-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const fileName = () => path.join(folder, `${randomUUID()}.backup`);

const newName = () => `restored_${randomUUID().replaceAll('-', '')}`;

/** The id of an event after everything recorded so far. */
async function positionNow(url: string): Promise<string> {
  const [row] = await on<{ xid: string }>(url, 'select pg_current_xact_id()::text as xid');
  return `${row?.xid}-0-${Date.now().toString(36)}`;
}

/** Data of the first event that is a record or a failure. */
async function firstEvent(url: string, token: string, lastEventId: string): Promise<string> {
  const query = encodeURIComponent(JSON.stringify({ lastEventId }));
  const headers = { authorization: `Bearer ${token}` };
  const stream = await openStream(`${url}/trpc/records.live?input=${query}`, { headers });
  try {
    for (;;) {
      const event = await stream.next();
      if (!event) throw new Error('the stream ended');
      if (!['connected', 'ping'].includes(event.event)) return event.data;
    }
  } finally {
    stream.close();
  }
}

async function createEmpty(): Promise<string> {
  const { url, remove } = await createDatabase(inject('databaseUrl'), newName());
  onTestFinished(remove);
  return url;
}

test('backup of a cluster is refused', { tags: 'Citus' }, async () => {
  expect(await runInside(inject('databaseUrl'), 'backup', fileName())).toEqual({
    code: 1,
    output: '',
    errors: expect.stringContaining('Citus has no snapshot of all nodes'),
  });
});

describe.runIf(!citusUrl)('backup and restore', () => {
  const store = usePrivateDatabase();

  test('backup has every table and every column of the schema', async () => {
    const file = fileName();
    expect(await runInside(store.url, 'backup', file)).toMatchObject({ code: 0, errors: '' });
    const { header } = await readBackup(file);
    // Sequences, too: values of a sequence would have to be backed up as well.
    const relations = await on<{ name: string; columns: string[] }>(
      store.url,
      `select relname::text as name, array_agg(attname::text order by attnum) as columns
       from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
       where relnamespace = current_schema()::regnamespace and relkind not in ('i', 'I')
         and relname !~ '^migrations(_id_seq)?$' group by relname order by relname`,
    );
    expect(header.tables.map(({ name, columns }) => ({ name, columns }))).toEqual(relations);
  });

  test('backup under load is one moment: everything acknowledged before, no half record, equal rollups, replays', {
    timeout: 120_000,
  }, async () => {
    const first = await gateways.start(store.url);
    const { url } = first;
    const account = await openAccount(store.database);
    await giveValues(url, account);
    const journal = new Journal();
    const workload = new Workload({ random: new Random(38), journal });
    const load = runClients({ clients: 8, ...account, workload, journal, target: () => url });
    const acknowledged = () => [...journal.acknowledged.values()];
    await waitUntil('records are there', () => acknowledged().length > 300);
    const before = acknowledged();
    const key = randomUUID();
    const record = (to: string) =>
      send(`${to}/v1/revenues`, { token: account.token, idempotencyKey: key, body: JSON.stringify(minimal) });
    const original = await record(url);
    const file = fileName();
    expect(await runOutturn(store.url, 'backup', file)).toMatchObject({ code: 0 });
    const during = acknowledged().length;
    await waitUntil('more records are there', () => acknowledged().length > during + 100);
    // A position after the backup, of records that it lacks.
    const position = await positionNow(store.url);
    workload.stop();
    await load;
    await first.stop();

    const restored = await createEmpty();
    const { output, ...rest } = await runOutturn(restored, 'restore', '--keep-keys', file);
    expect(rest).toMatchObject({ code: 0 });
    expect(output).toMatch(
      /^Restored [\d,]+ rows of \d+ tables, as of 20\d\d-.*Z, [\d.]+ s\nAll sessions and claim links have ended\. Passwords are those of the backup\.\n$/,
    );
    const records = ['revenues', 'outcomes', 'goals', 'events']
      .map((table) => `select developer_id, id from ${table}`)
      .join(' union all ');
    const found = new Set((await on<{ id: string }>(restored, records)).map(({ id }) => id));
    expect(before.filter(({ id }) => !found.has(id))).toEqual([]);
    const all = await on<{ count: number }>(store.url, `select count(*)::int from (${records}) r`);
    expect(found.size).toBeLessThan(all[0]?.count ?? 0);
    const claimed = (sides: string) =>
      on(
        restored,
        `with r as (${records}), k as (select * from idempotency_keys) select count(*)::int ${sides}`,
      );
    const half = [
      // Records that a goal or a tool generates have no claim.
      `from r where not exists (select from k where k.record_id = r.id and k.developer_id = r.developer_id)
         and id not in (select id from outcomes where goal_id is not null or tool_id is not null)`,
      `from k where record_id is not null and not exists (select from r where r.id = k.record_id)`,
    ];
    for (const sides of half) expect(await claimed(sides)).toEqual([{ count: 0 }]);
    expect(await runInside(restored, 'rollups', 'verify')).toMatchObject({ code: 0 });

    const second = await gateways.start(restored);
    await expect(firstEvent(second.url, account.token, position)).resolves.toContain(
      'too old to resume from',
    );
    const replay = await record(second.url);
    expect([isReplay(replay.headers), replay.text]).toEqual([true, original.text]);
    expect((await send(`${second.url}/v1/revenues?limit=1`, { token: account.token })).status).toBe(200);
    await second.stop();
  });

  describe('access after a restore', () => {
    let file: string;
    let revokedBefore: string;
    beforeAll(async () => {
      await openAccount(store.database);
      await on(
        store.url,
        `insert into user_sessions (id, user_id, token, expires_at, created_at, updated_at)
         values (gen_random_uuid(), gen_random_uuid(), 'of a browser', now() + interval '1 day', now(), now())`,
      );
      await on(
        store.url,
        `insert into developer_claims (hash, developer_id, created_at) select '\\x01', id, now() from developers limit 1`,
      );
      const [key] = await on<{ id: string }>(
        store.url,
        'update api_keys set revoked_at = now() where id = (select id from api_keys limit 1) returning id',
      );
      revokedBefore = key?.id ?? '';
      file = fileName();
      expect(await runInside(store.url, 'backup', file)).toMatchObject({ code: 0 });
    });

    const keys = (url: string) =>
      on<{ id: string; active: boolean }>(
        url,
        'select id, revoked_at is null as active from api_keys order by id',
      );

    test('is refused without an answer to what becomes of the keys, and nothing is restored', async () => {
      const restored = await createEmpty();
      const { code, errors } = await runInside(restored, 'restore', file);
      expect(code).toBe(1);
      expect(errors).toContain('Add --revoke-keys to revoke all keys, or --keep-keys to leave them');
      expect(await on(restored, `select from pg_class where relname = 'api_keys'`)).toEqual([]);
    });

    test('has no key with --revoke-keys', async () => {
      const restored = await createEmpty();
      const { output } = await runInside(restored, 'restore', '--revoke-keys', file);
      expect(output).toMatch(
        /All sessions and claim links have ended\..*\nRevoked \d+ active API keys?\.\n$/s,
      );
      expect((await keys(restored)).filter(({ active }) => active)).toEqual([]);
    });

    test('has the keys of the backup with --keep-keys, but no session and no claim link', async () => {
      const restored = await createEmpty();
      await runInside(restored, 'restore', '--keep-keys', file);
      expect(await keys(restored)).toEqual(await keys(store.url));
      expect(await keys(restored)).toContainEqual({ id: revokedBefore, active: false });
      expect(await on(restored, 'select from user_sessions')).toEqual([]);
      expect(await on(restored, 'select from developer_claims where used_at is null')).toEqual([]);
    });
  });

  test('restore of a named pipe is refused, and does not wait for a writer', async () => {
    const pipe = fileName();
    execFileSync('mkfifo', [pipe]);
    expect(await runInside(await createEmpty(), 'restore', '--keep-keys', pipe)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`${pipe} is not a file.`),
    });
  });

  test('restore on a terminal asks which keys shall work again', { tags: 'script' }, async () => {
    const file = fileName();
    for (let i = 0; i < 2; i++) await openAccount(store.database);
    expect(await runInside(store.url, 'backup', file)).toMatchObject({ code: 0 });
    const restored = await createEmpty();
    const active = () =>
      on<{ prefix: string }>(restored, 'select prefix from api_keys where revoked_at is null order by id');
    const terminal = runOnTerminal([process.execPath, outturn, 'restore', file], {
      DATABASE_URL: restored,
      NODE_OPTIONS: '',
    });
    await waitUntil('it asks', () => /Enter for none\): $/.test(terminal.shown()));
    expect(await active()).toEqual([]);
    const [, wanted = ''] = /^ {2}(ot_live_\w+) /m.exec(terminal.shown()) ?? [];
    terminal.type('nonsense\n');
    await waitUntil('it asks again', () => terminal.shown().includes('No key begins with nonsense.'));
    terminal.type(`${wanted}\n`);
    await terminal.ended;
    expect(terminal.shown()).toMatch(
      /1 active API key will work again\. The others stay revoked \([1-9]\d*\)\.\n$/,
    );
    expect(await active()).toEqual([{ prefix: wanted }]);
  });

  describe('restored database', () => {
    let restored: string;
    let developerId: string;
    beforeAll(async () => {
      developerId = (await openAccount(store.database)).developerId;
      await on(store.url, 'update required_schema set number = 0');
      const commit = (xid: string) =>
        `insert into commits (developer_id, xid, fact, ids, committed_at)
         values ('${developerId}', (${xid})::text::xid8, 1, '{}', now())`;
      await on(store.url, commit('4'));
      await on(store.url, commit('pg_current_xact_id()::text::bigint + 1000000000'));
      const file = fileName();
      expect(await runInside(store.url, 'backup', file)).toMatchObject({ code: 0 });
      const created = await createDatabase(inject('databaseUrl'), newName());
      restored = created.url;
      expect(await runInside(restored, 'restore', '--keep-keys', file)).toMatchObject({ code: 0 });
      return created.remove;
    });

    // The first: a later migration would remove them, too.
    test('has no commits to resume from, and says so of all positions until the restore', async () => {
      expect(await on(restored, 'select from commits')).toEqual([]);
      const forgotten = `select xid > '4' and xid < pg_snapshot_xmax(pg_current_snapshot()) as covered
        from forgotten_commits where developer_id = '${developerId}'`;
      expect(await on(restored, forgotten)).toEqual([{ covered: true }]);
    });

    test('has the schema of the migrations, and the indexes of the original', async () => {
      const database = await connectDatabase({ url: restored });
      onTestFinished(() => database.close());
      expect(await database.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
      const indexes = `select indexdef from pg_indexes where schemaname = 'public' order by indexname`;
      expect(await on(restored, indexes)).toEqual(await on(store.url, indexes));
      const constraints = `select conname, contype, pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace order by conname, contype`;
      expect(await on(restored, constraints)).toEqual(await on(store.url, constraints));
    });

    test('requires the number that the original required', async () => {
      expect(await on(restored, 'select number from required_schema')).toEqual([{ number: 0 }]);
    });
  });
});
