import { once } from 'node:events';
import { dashboardFolder } from '../../http/dashboard/build.ts';
import { createLogger } from '../../observability/logger.ts';
import { locateDatabase } from '../database-location.ts';
import { startGateway } from '../gateway.ts';
import { GRACE } from '../grace.ts';
import { sessionSecret } from '../session-secret.ts';
import { readSettings } from '../settings.ts';
import { onWord, report } from './messages.ts';
import { PrimaryMetrics } from './primary-metrics.ts';
import { workerSlot } from './worker-environment.ts';

/** One of several processes that share a port: serves until the primary process says to stop, or SIGTERM does. */
export async function runWorker(): Promise<void> {
  const ending = new AbortController();
  const all = new PrimaryMetrics();
  let isBuilding = false;
  let tellMetrics: ((question?: number) => Promise<void>) | undefined;
  onWord((word) => {
    if (word.outturn === 'stop') ending.abort();
    if (word.outturn === 'dashboard') isBuilding = word.isBuilding;
    if (word.outturn === 'metrics?') void tellMetrics?.(word.question);
    if (word.outturn === 'sum') all.answer(word);
  });
  process.on('SIGTERM', () => ending.abort());
  // Ctrl+C and a closed terminal reach the whole group; the primary process passes on what they ask for.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

  try {
    const settings = readSettings(process.env);
    const logger = createLogger(settings.logLevel).child({ worker: workerSlot() });
    const gateway = await startGateway({
      settings,
      logger,
      location: await locateDatabase(settings),
      secret: await sessionSecret(settings),
      dashboard: { folder: dashboardFolder, isBuilding: () => isBuilding },
      readAllMetrics: () => all.read(),
      countsCommands: workerSlot() === 1,
    });
    tellMetrics = async (question) => {
      try {
        await report({ outturn: 'metrics', question, metrics: await gateway.metrics.values() });
      } catch (err) {
        logger.error({ err }, 'metrics cannot be read');
      }
    };
    await report({ outturn: 'listening', port: gateway.port });
    if (!ending.signal.aborted) await once(ending.signal, 'abort');
    setTimeout(() => process.exit(1), GRACE).unref();
    await gateway.close();
    await tellMetrics();
    process.exit(0);
  } catch (error) {
    await report({ outturn: 'failed', message: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  }
}
