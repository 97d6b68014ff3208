import { findEmbeddedPostgres } from '@outturn/embedded-postgres';
import { connectDatabase, inspectServer } from '@outturn/service';
import { noSession } from '../../process/check-pooler.ts';
import { withDataDirError } from '../../process/data-dir-error.ts';
import { type DatabaseLocation, locateDatabase } from '../../process/database-location.ts';
import { readSettings, wrongSettings } from '../../process/settings.ts';
import { type Installation, TIMEOUTS } from './check.ts';

/** A variable that is wrong counts as unset, so that the other checks run. */
export function readInstallation(environment: NodeJS.ProcessEnv, workers: number): Installation {
  const wrong = wrongSettings(environment);
  const isWrong = (variable: string) => wrong.some(({ name }) => name === variable);
  const right = Object.entries(environment).filter(([name]) => !isWrong(name));
  const settings = readSettings(Object.fromEntries(right));
  const location = once(async () => {
    if (isWrong('DATABASE_URL') || isWrong('DATABASE_DIRECT_URL')) return undefined;
    const isEmbedded = settings.databaseUrl === undefined && settings.databaseDirectUrl === undefined;
    const find = () => findEmbeddedPostgres(settings.dataDir);
    if (isEmbedded && !(await withDataDirError(settings.dataDir, find))) return undefined;
    return locateDatabase(settings);
  });
  const connect = async <T>(open: (url: string) => Promise<T>): Promise<T | undefined> => {
    const found = await location.ask();
    return found && open(found.directUrl ?? found.url).catch(explain(found));
  };
  const server = once(() => connect((url) => inspectServer(url, TIMEOUTS)));
  const database = once(async () => {
    await server.ask();
    const { answerTimeout } = TIMEOUTS;
    return connect((url) => connectDatabase({ url, ...TIMEOUTS, commandTimeout: answerTimeout }));
  });
  return {
    environment,
    wrong,
    settings,
    workers,
    location: location.ask,
    server: server.ask,
    database: database.ask,
    async close() {
      await database.end((opened) => opened?.close());
      await location.end((found) => found?.release());
    },
  };
}

function explain({ name }: DatabaseLocation): (cause: unknown) => never {
  return (cause) => {
    throw noSession(name, cause);
  };
}

/** `end` does nothing for work that was not asked for, or failed. */
function once<T>(work: () => Promise<T>) {
  let result: Promise<T> | undefined;
  return {
    ask(): Promise<T> {
      result ??= work();
      return result;
    },
    async end(close: (opened: T) => Promise<void> | undefined): Promise<void> {
      await result?.then(close, () => undefined);
    },
  };
}
