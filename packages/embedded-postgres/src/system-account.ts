import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './error-code.ts';
import { runCommand } from './run-command.ts';

/** The system account that root runs PostgreSQL as. */
export const ACCOUNT = 'outturn-postgres';

const ATTEMPTS = 25;
const RETRY_MS = 200;

// The programs of shadow-utils (most Linux distributions), and those of BusyBox (Alpine).
const SHADOW = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'],
  ['--shell', '/usr/sbin/nologin', ACCOUNT],
].flat();
const BUSYBOX_GROUP = ['addgroup', '-S', ACCOUNT];
const BUSYBOX = [
  'adduser',
  '-S',
  '-D',
  '-H',
  '-h',
  '/nonexistent',
  '-s',
  '/sbin/nologin',
  '-G',
  ACCOUNT,
  ACCOUNT,
];

export type UserIds = { uid: number; gid: number };

/** The ids of the account, which is made when it is missing. Throws with what to do when it cannot be made. */
export async function systemAccount(): Promise<UserIds> {
  let reason = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(RETRY_MS);
    const ids = await findAccount();
    if (ids) return ids;
    reason = await makeAccount();
    // Another start may be making it at the same time, and holds the lock of /etc/passwd.
    if (reason !== '' && !/lock|exist|in use/i.test(reason)) break;
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and the system account ${ACCOUNT} cannot be made (${reason}). ` +
      `Make it once with \`useradd --system --user-group --no-create-home --shell /usr/sbin/nologin ${ACCOUNT}\`, ` +
      'start as an ordinary user, or set DATABASE_URL to a server of your own.',
  );
}

async function findAccount(): Promise<UserIds | undefined> {
  const [uid, gid] = await Promise.all([idOfAccount('-u'), idOfAccount('-g')]);
  if (uid === undefined || gid === undefined) return undefined;
  if (uid === 0)
    throw new Error(`The account ${ACCOUNT} has the user id of root: delete it and start again.`);
  return { uid, gid };
}

async function idOfAccount(option: '-u' | '-g'): Promise<number | undefined> {
  const { code, output } = await attempt(['id', option, ACCOUNT]);
  return code === 0 ? Number(output) : undefined;
}

/** Resolves to why it failed; to nothing when it did not. */
async function makeAccount(): Promise<string> {
  const made = await attempt(SHADOW);
  if (!made.isMissing) return describe('useradd', made);
  const group = await attempt(BUSYBOX_GROUP);
  if (group.isMissing) return 'neither useradd nor adduser is on the PATH';
  return describe('adduser', await attempt(BUSYBOX));
}

function describe(program: string, { code, output }: Awaited<ReturnType<typeof attempt>>): string {
  return code === 0 ? '' : output.trim().replaceAll(/\s*\n\s*/g, '; ') || `${program} ended with ${code}`;
}

async function attempt([file = '', ...args]: string[]) {
  try {
    return { ...(await runCommand({ file, args, cwd: '/' })), isMissing: false };
  } catch (error) {
    return {
      code: null,
      output: error instanceof Error ? error.message : String(error),
      isMissing: errorCode(error) === 'ENOENT',
    };
  }
}
