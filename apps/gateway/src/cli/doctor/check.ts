import type { Database, ServerInspection } from '@outturn/service';
import type { DatabaseLocation } from '../../process/database-location.ts';
import type { Settings, WrongSetting } from '../../process/settings.ts';
import type { Warnings } from '../../process/warnings.ts';

/** An `error` keeps Outturn, or a part of it, from working. */
export type Level = 'ok' | 'warning' | 'error';

/** One line: what was found, and what to do. */
export type Finding = { level: Level; message: string };

/** An error that a check throws is a finding. Without findings, the check does not apply. */
export type Check = { name: string; run(installation: Installation): Promise<readonly Finding[]> };

/** Connections are opened once, for all checks, and reject with the reason if they fail. */
export type Installation = {
  environment: NodeJS.ProcessEnv;
  wrong: readonly WrongSetting[];
  /** Those that are right. */
  settings: Settings;
  workers: number;
  /** Undefined without an embedded database, or if the address of the database is wrong. */
  location(): Promise<DatabaseLocation | undefined>;
  server(): Promise<ServerInspection | undefined>;
  database(): Promise<Database | undefined>;
  close(): Promise<void>;
};

/** Milliseconds. */
export const TIMEOUTS = { connectTimeout: 4_000, answerTimeout: 3_000 };

export const ok = (message: string): Finding => ({ level: 'ok', message });
export const warning = (message: string): Finding => ({ level: 'warning', message });
export const error = (message: string): Finding => ({ level: 'error', message });

/** Runs a check that gateways also run at their start; `otherwise` is the finding if it warns of nothing. */
export async function warningsOf(
  check: (warnings: Warnings) => void | Promise<void>,
  otherwise?: string,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  await check({ warn: (message) => findings.push(warning(message)) });
  return findings.length > 0 || otherwise === undefined ? findings : [ok(otherwise)];
}

/** A check that needs the database, and is left out without it: the check of the database says why. */
export function databaseCheck(
  name: string,
  run: (database: Database, installation: Installation) => Promise<readonly Finding[]>,
): Check {
  return {
    name,
    async run(installation) {
      const database = await installation.database().catch(() => undefined);
      return database ? run(database, installation) : [];
    },
  };
}
