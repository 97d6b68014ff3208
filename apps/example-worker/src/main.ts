import { createOutturnClient } from '@outturn/client';
import { createEntities } from './create-entities.ts';
import { Report } from './report.ts';
import { readSettings, USAGE } from './settings.ts';
import { work } from './work.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

try {
  const settings = readSettings(process.argv.slice(2), process.env);
  const client = createOutturnClient({
    url: settings.url,
    apiKey: settings.apiKey,
    // Survives an outage of Outturn of about a minute.
    retries: 12,
    onRetry: ({ path, delay, error }) =>
      console.error(`${path}: retrying in ${Math.round(delay)} ms: ${error.message}`),
  });
  const report = new Report();
  await createEntities(client, stop.signal);
  await work({ client, report, log: console.error }, settings, stop.signal);
  if (settings.json) console.log(JSON.stringify(report.totals()));
  else console.table(report.totals());
} catch (error) {
  process.exitCode = 1;
  if (stop.signal.aborted) process.exitCode = 130;
  else console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
}
