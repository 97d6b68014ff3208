import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './error-code.ts';
import { runCommand } from './run-command.ts';

export const ACCOUNT = 'outturn-postgres';

const ATTEMPTS = 25;
const RETRY_MS = 200;

// shadow-utils (most Linux distributions) and BusyBox (Alpine).
const SHADOW = ['useradd', '--system', '--no-create-home', '--home-dir', '/nonexistent'];
const SHADOW_SHELL = ['--shell', '/usr/sbin/nologin', ACCOUNT];
const WITH_NEW_GROUP = [...SHADOW, '--user-group', ...SHADOW_SHELL];
const WITH_EXISTING_GROUP = [...SHADOW, '--gid', ACCOUNT, ...SHADOW_SHELL];
/** Exit code of useradd if the user or group name is taken. */
const NAME_TAKEN = 9;
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

const SYSTEM_FOLDERS = ['/usr/sbin', '/sbin', '/usr/bin', '/bin'];

type Attempted = { code: number | null; output: string; isMissing: boolean };
type Attempt = (command: string[]) => Promise<Attempted>;

export type UserIds = { uid: number; gid: number };

/** Also searches `folders` for programs, because `su` keeps the PATH of an ordinary user. */
export async function systemAccount(folders = SYSTEM_FOLDERS): Promise<UserIds> {
  const attempt: Attempt = (command) => attemptIn(['', ...folders], command);
  let made = { command: WITH_NEW_GROUP, reason: '' };
  for (let round = 0; round < ATTEMPTS; round++) {
    if (round > 0) await sleep(RETRY_MS);
    const ids = await findAccount(attempt);
    if (ids) return ids;
    made = await makeAccount(attempt);
    // A concurrent start may be creating it and hold the lock of /etc/passwd.
    if (made.reason !== '' && !/lock|exist|in use/i.test(made.reason)) break;
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and the system account ${ACCOUNT} cannot be made (${made.reason}). ` +
      `Make it once with \`${made.command.join(' ')}\`, ` +
      'start as an ordinary user, or set DATABASE_URL to a server of your own.',
  );
}

async function findAccount(attempt: Attempt): Promise<UserIds | undefined> {
  const [uid, gid] = await Promise.all([idOfAccount(attempt, '-u'), idOfAccount(attempt, '-g')]);
  if (uid === undefined || gid === undefined) return undefined;
  if (uid === 0 || gid === 0)
    throw new Error(`The account ${ACCOUNT} has the user id or group id of root: delete it and start again.`);
  return { uid, gid };
}

async function idOfAccount(attempt: Attempt, option: '-u' | '-g'): Promise<number | undefined> {
  const { code, output, isMissing } = await attempt(['id', option, ACCOUNT]);
  if (isMissing)
    throw new Error(`The program id, which tells the ids of ${ACCOUNT}, is missing: put it on the PATH.`);
  return code === 0 ? Number(output) : undefined;
}

/** `command` is for operators; `reason` is empty on success. */
async function makeAccount(attempt: Attempt): Promise<{ command: string[]; reason: string }> {
  const made = await attempt(WITH_NEW_GROUP);
  if (made.code === NAME_TAKEN) {
    const joined = await attempt(WITH_EXISTING_GROUP);
    return { command: WITH_EXISTING_GROUP, reason: describe('useradd', joined) };
  }
  if (!made.isMissing) return { command: WITH_NEW_GROUP, reason: describe('useradd', made) };
  const group = await attempt(BUSYBOX_GROUP);
  const reason = group.isMissing
    ? 'neither useradd nor adduser is on the PATH'
    : describe('adduser', await attempt(BUSYBOX));
  return { command: WITH_NEW_GROUP, reason };
}

function describe(program: string, { code, output }: Attempted): string {
  return code === 0 ? '' : output.trim().replaceAll(/\s*\n\s*/g, '; ') || `${program} ended with ${code}`;
}

async function attemptIn(folders: string[], [program = '', ...args]: string[]): Promise<Attempted> {
  for (const folder of folders) {
    try {
      return { ...(await runCommand({ file: join(folder, program), args, cwd: '/' })), isMissing: false };
    } catch (error) {
      if (errorCode(error) === 'ENOENT') continue;
      const output = error instanceof Error ? error.message : String(error);
      return { code: null, output, isMissing: false };
    }
  }
  return { code: null, output: `${program} is missing`, isMissing: true };
}
