import { once } from 'node:events';
import { createLogger, logFormatOf } from '../../observability/logger.ts';
import { locateDatabase } from '../database-location.ts';
import { startGateway } from '../gateway.ts';
import { SHUTDOWN_TIMEOUT } from '../server-process.ts';
import { sessionSecret } from '../session-secret.ts';
import { readSettings } from '../settings.ts';
import { onPrimaryMessage, sendToPrimary } from './ipc.ts';
import { PrimaryMetrics } from './metrics-of-all.ts';
import { workerSlot } from './worker-environment.ts';

/**
 * Runs a worker: a gateway on the shared port, until the primary process or SIGTERM stops it. Ends the process
 * itself.
 */
export async function runWorker(): Promise<void> {
  const ending = new AbortController();
  const all = new PrimaryMetrics();
  let isStopping = false;
  let shutdownDelay = 0;
  let sendMetrics: ((requestId?: number) => Promise<void>) | undefined;
  onPrimaryMessage((message) => {
    if (message.outturn === 'stopping') isStopping = true;
    if (message.outturn === 'stop') ending.abort();
    if (message.outturn === 'metrics-request') void sendMetrics?.(message.requestId);
    if (message.outturn === 'sum') all.answer(message);
  });
  // systemd signals the primary process and all workers at once. The delay is the one by which the primary waits,
  // too, so that balancers notice `/readyz` first.
  process.on('SIGTERM', () => void setTimeout(() => ending.abort(), shutdownDelay));
  // A terminal sends these signals to the whole process group. The primary process handles them and stops its
  // workers, which therefore ignore them.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

  try {
    const settings = readSettings(process.env);
    shutdownDelay = settings.shutdownDelay;
    const format = logFormatOf(settings.logFormat, process.stdout);
    const logger = createLogger({ level: settings.logLevel, format }).child({ worker: workerSlot() });
    const gateway = await startGateway({
      settings,
      logger,
      location: await locateDatabase(settings),
      secret: await sessionSecret(settings),
      isStopping: () => isStopping,
      readAllMetrics: () => all.read(),
      countsCommands: workerSlot() === 1,
    });
    sendMetrics = async (requestId) => {
      try {
        await sendToPrimary({ outturn: 'metrics', requestId, metrics: await gateway.metrics.values() });
      } catch (err) {
        logger.error({ err }, 'metrics cannot be read');
      }
    };
    await sendToPrimary({ outturn: 'listening', port: gateway.port });
    if (!ending.signal.aborted) await once(ending.signal, 'abort');
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT).unref();
    await gateway.close();
    await sendMetrics();
    process.exit(0);
  } catch (error) {
    await sendToPrimary({
      outturn: 'failed',
      message: error instanceof Error ? error.message : String(error),
    });
    process.exit(1);
  }
}
