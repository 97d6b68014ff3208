import {
  createKeyFor,
  createOperator,
  type Database,
  hasRecords,
  listApiKeys,
  listDevelopers,
  recordKinds,
  revokeKeyOf,
  type SecurityEvent,
  scopes,
} from '@outturn/service';
import type { Logger } from 'pino';
import { serveCommandLine } from '../../process/command-line.ts';
import { createLines } from '../progress.ts';
import { demoDefaults, seed } from './seed.ts';

/** Active while the demo data is incomplete, so that a later start with `--demo` completes it. */
const DEMO_KEY = 'Demo data (outturn serve --demo)';
/** A key that a killed gateway leaves behind expires. Milliseconds. */
const KEY_LIFETIME = 86_400_000;
/** A third of the sessions of `outturn seed`, so that it takes seconds. */
const amount = { ...demoDefaults, sessions: 20 };

type FillOptions = {
  /** Address of the gateway that runs this. */
  url: string;
  logger: Logger;
  tell: (event: SecurityEvent) => void;
  signal: AbortSignal;
};

/**
 * `outturn serve --demo`: records demo data for the account of a new installation, or for the developer of its first start.
 * Adds nothing to other records. If it ends early, the next call completes the data: see {@link seed}. Failures are logged.
 */
export async function fillWithDemo(database: Database, options: FillOptions): Promise<void> {
  const { logger, signal } = options;
  try {
    const target = await findTarget(database);
    if ('refusal' in target) logger.warn(`--demo adds nothing: ${target.refusal}`);
    else await fill(database, target, options);
  } catch (err) {
    const remedy = `the demo data is incomplete. To complete it: ${serveCommandLine('--demo')}`;
    if (signal.aborted) logger.warn(remedy);
    else logger.error({ err }, remedy);
  }
}

async function fill(
  database: Database,
  { developerName, unfinished }: Target,
  { url, logger, tell, signal }: FillOptions,
): Promise<void> {
  logger.info({ developer: developerName }, `adding demo data of ${amount.days} days`);
  const operator = createOperator(database, { scopes, tell: async (event) => tell(event) });
  const { token, id } = await operator.execute(createKeyFor, {
    developer: developerName,
    existing: true,
    name: DEMO_KEY,
    scopes: scopes.filter((scope) => scope.endsWith(':write')),
    expiresAt: new Date(Date.now() + KEY_LIFETIME).toISOString(),
  });
  const data = { ...amount, until: new Date() };
  const progress = createLines((line) => logger.info(`demo data: ${line}`));
  const { created } = await seed({ url, apiKey: token, data, progress, signal });
  for (const key of [...unfinished, id]) await operator.execute(revokeKeyOf, { key });
  logger.info({ records: created }, 'the demo data is complete');
}

type Target = {
  developerName: string;
  /** Keys of calls that ended early. */
  unfinished: string[];
};

async function findTarget(database: Database): Promise<Target | { refusal: string }> {
  const left = (await listApiKeys(database)).filter(
    ({ name, revokedAt }) => name === DEMO_KEY && revokedAt === null,
  );
  if (left[0]) return { developerName: left[0].developerName, unfinished: left.map(({ id }) => id) };
  if (await hasRecords(database, recordKinds)) return { refusal: 'there are records already.' };
  const developers = await listDevelopers(database);
  const owned = developers.filter(({ email }) => email !== null);
  const [developer, ...others] = owned.length > 0 ? owned : developers;
  if (!developer || others.length > 0)
    return { refusal: 'several could own it. Add it with a key of one of them: outturn seed' };
  return { developerName: developer.name, unfinished: [] };
}
