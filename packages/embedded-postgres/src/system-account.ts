import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from './run-command.ts';

export const ACCOUNT = 'outturn-postgres';

const ATTEMPTS = 5;
const RETRY_MS = 300;

export type UserIds = { uid: number; gid: number };

/** For shadow-utils (most Linux distributions) and BusyBox. */
const MAKE = `
  PATH="$PATH:$1"
  if command -v useradd >/dev/null
  then
    groupadd --force --system ${ACCOUNT} &&
      useradd --system --gid ${ACCOUNT} --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ${ACCOUNT}
  else
    addgroup -S ${ACCOUNT}
    adduser -S -D -H -h /nonexistent -s /sbin/nologin -G ${ACCOUNT} ${ACCOUNT}
  fi`;

/** Makes the account if it is missing, also with programs of `sbin`, because `su` keeps the PATH of an ordinary user. */
export async function systemAccount(sbin = '/usr/sbin:/sbin'): Promise<UserIds> {
  let ids = await idsOf(ACCOUNT);
  let reason = '';
  for (let attempt = 0; !ids && attempt < ATTEMPTS; attempt++) {
    // Another start may be making the account, and hold the lock of /etc/passwd.
    if (attempt > 0) await sleep(RETRY_MS);
    reason = (await runCommand({ file: '/bin/sh', args: ['-c', MAKE, 'sh', sbin], cwd: '/' })).output;
    ids = await idsOf(ACCOUNT);
  }
  if (ids?.uid === 0 || ids?.gid === 0)
    throw new Error(`The account ${ACCOUNT} has the user id or group id of root: delete it and start again.`);
  if (ids) return ids;
  throw new Error(
    `PostgreSQL refuses to run as root, and the system account ${ACCOUNT} cannot be made ` +
      `(${reason.trim().replaceAll(/\s*\n\s*/g, '; ')}). Make it once with ` +
      `\`useradd --system --user-group --shell /usr/sbin/nologin ${ACCOUNT}\`, ` +
      'start as an ordinary user, or set DATABASE_URL to a server of your own.',
  );
}

/** The ids of a user, who is given by name or id; undefined if there is none. */
export async function idsOf(user: string): Promise<UserIds | undefined> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map((option) => runCommand({ file: 'id', args: [option, user], cwd: '/' })),
  );
  return uid?.code === 0 && gid?.code === 0
    ? { uid: Number(uid.output), gid: Number(gid.output) }
    : undefined;
}
