import { checks } from '../../apps/gateway/src/cli/doctor/checks.ts';
import { readInstallation } from '../../apps/gateway/src/cli/doctor/installation.ts';
import { type Line, runChecks } from '../../apps/gateway/src/cli/doctor/run-checks.ts';

/** The lines of one check of `outturn doctor`, such as `warning: It is off.`, with these settings and no others. */
export async function examine(check: string, settings: NodeJS.ProcessEnv, workers = 1): Promise<string[]> {
  const chosen = checks.filter(({ name }) => name === check);
  if (chosen.length === 0) throw new Error(`no check is named ${check}`);
  const installation = readInstallation(settings, workers);
  try {
    return (await runChecks(chosen, installation)).map(asText);
  } finally {
    await installation.close();
  }
}

function asText({ level, finding }: Line): string {
  return `${level}: ${finding}`;
}
