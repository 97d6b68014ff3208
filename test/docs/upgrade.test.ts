import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { schemaNumber } from '../../packages/service/src/database/migrations/index.ts';
import { readBackup } from '../support/backup-file.ts';
import { type CreatedDatabase, createMigratedDatabase } from '../support/create-database.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { freePort } from '../support/free-port.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { buildNextVersion, type NextVersion } from '../support/next-version.ts';
import { on } from '../support/on.ts';
import { outturn } from '../support/program.ts';
import { shellEnvironment } from '../support/reader-home.ts';
import { sectionNames, snippets, snippetsOf } from '../support/snippets.ts';

const page = 'docs/upgrade.md';
/** Without a rate limit. */
const createKey = ['keys', 'create', '--developer', 'acme', '--plan', 'unlimited'];

/** Milliseconds between two records. */
const PAUSE = 20;

/** A machine that is set up as docs/deploy.md says, below a folder; this version is replaced by the next. */
let home: string;
let store: CreatedDatabase;
let next: NextVersion;
let ports: number[];
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'outturn-upgrade-'));
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  [next, store, ports] = await Promise.all([
    buildNextVersion(),
    createMigratedDatabase(inject('databaseUrl'), name, inject('template')),
    Promise.all([freePort(), freePort()]),
  ]);
  for (const [version, program] of Object.entries({ '0.2.0': outturn, '0.3.0': next.program })) {
    await mkdir(path.join(home, `opt/outturn-${version}`), { recursive: true });
    await symlink(program, path.join(home, `opt/outturn-${version}/main.js`));
  }
  await symlink('outturn-0.2.0', path.join(home, 'opt/outturn'));
  for (const folder of ['etc', 'bin', 'backups']) await mkdir(path.join(home, folder));
  await writeFile(
    path.join(home, 'etc/outturn.env'),
    `HOST=127.0.0.1\nSHUTDOWN_DELAY=0\nREDIS_URL=\nDATABASE_URL='${store.url}'\n`,
  );
  for (const [command, script] of Object.entries(standIns))
    await writeFile(path.join(home, 'bin', command), `#!/bin/sh -eu\n${script}`, { mode: 0o755 });
}, 120_000);
afterAll(async () => {
  await shell('for file in *.pid; do kill "$(cat "$file")"; done');
  await store.remove();
  await rm(home, { recursive: true, force: true });
});

/** For commands that need root, systemd, npm's registry or time. */
const standIns = {
  npm: 'test -d "$2"',
  npx: 'shift; exec "$NODE" "$PWD/main.js" "$@"',
  sleep: 'exec /bin/sleep 0.1',
  sudo: `while case "$*" in '-u '*) shift ;; -*) ;; *) false ;; esac; do shift; done; "$@"`,
  systemctl: `port=\${2#outturn@}
if [ -e "$HOME/$port.pid" ]; then
  pid=$(cat "$HOME/$port.pid")
  kill "$pid"
  while kill -0 "$pid" 2> /dev/null; do /bin/sleep 0.1; done
fi
set -a; . "$HOME/etc/outturn.env"
PORT=$port "$NODE" "$HOME/opt/outturn/main.js" serve >> "$HOME/log" 2>&1 &
echo $! > "$HOME/$port.pid"`,
};

/** Runs commands of the page with the paths and ports of this machine. */
async function shell(commands: string): Promise<string> {
  const here = [
    [/\/(opt|etc|backups)\//g, `${home}/$1/`],
    [/\b3000\b/g, String(ports[0])],
    [/\b3001\b/g, String(ports[1])],
  ] as const;
  const script = here.reduce((all, [before, after]) => all.replaceAll(before, after), commands);
  const { PATH, ...env } = shellEnvironment(home);
  const child = spawn('sh', ['-eu', '-c', script], {
    cwd: home,
    env: { ...env, PATH: `${home}/bin:${PATH}`, HOME: home, NODE: process.execPath },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect([child.exitCode, errors]).toEqual([0, expect.anything()]);
  return output;
}

/** As a proxy does: to the other gateway if one does not answer. */
async function record(token: string, key: string): Promise<number> {
  const body = JSON.stringify(minimal);
  const attempts = [...ports, ...ports].map(
    (port) => () => send(`http://127.0.0.1:${port}/v1/revenues`, { token, idempotencyKey: key, body }),
  );
  for (const attempt of attempts) {
    const answer = await attempt().catch(() => undefined);
    if (answer) return answer.status;
  }
  return 0;
}

test('the five steps of docs/upgrade.md replace both gateways while records go on', {
  timeout: 300_000,
}, async () => {
  const steps = sectionNames(page, '##').filter((name) => /^\d\. /.test(name));
  expect(steps).toHaveLength(5);
  const [before = ''] = snippetsOf(page).map(({ code }) => code);
  const [backUp, plan, migrate, restart, finish] = steps.map((step) => snippets(page, 'sh', step).join(''));
  await shell('systemctl restart outturn@3000; systemctl restart outturn@3001');
  await shell(
    'for port in 3000 3001; do until curl -fs http://127.0.0.1:$port/readyz; do sleep 1; done; done',
  );
  const { output } = await runOutturn(store.url, ...createKey);
  const token = output.trim();

  let isUpgrading = true;
  let recorded = 0;
  const statuses = new Set<number>();
  const recording = (async () => {
    while (isUpgrading) {
      statuses.add(await record(token, `record-${recorded++}`));
      await sleep(PAUSE);
    }
  })();
  try {
    const migrated = await shell(`${before}${backUp}${plan}${migrate}`);
    expect(migrated).toMatch(/999-next-version +- +- +- +not measured [\s\S]*Ran 999-next-version\.\n/);
    const { header, tables } = await readBackup(path.join(home, 'backups/before-0.3.0.backup'));
    expect(header.schema).toBe(schemaNumber);
    expect(tables.developers).toContainEqual(expect.stringContaining('acme'));
    const finished = await shell(`${restart}${finish}`);
    expect(finished).toContain('Older versions are excluded from now on.\nThe rollups equal the records.\n');
  } finally {
    isUpgrading = false;
    await recording;
  }

  expect([...statuses]).toEqual([201]);
  expect(await on(store.url, 'select count(*)::int from revenues')).toEqual([{ count: recorded }]);
  const answers = ports.map((port) => send(`http://127.0.0.1:${port}/trpc/reports.list?input={}`, { token }));
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
});
