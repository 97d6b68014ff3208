import type { ServerResponse } from 'node:http';
import type { Observer, Tracing } from '@outturn/service';
import type { Logger } from 'pino';
import { createCallLog } from './call-log.ts';
import { createMetrics, type Metrics } from './metrics.ts';

/** All that watches the gateway at work: metrics, lines about calls, traces. */
export type Observation = {
  metrics: Metrics;
  /** For the service. */
  observer: Observer;
  /** For the server. */
  onAnswered: (response: ServerResponse, milliseconds: number) => void;
};

export function observe(logger: Logger, tracing: Tracing | undefined): Observation {
  const metrics = createMetrics();
  const log = createCallLog(logger);
  const { onCall: measureCall } = metrics.observer;
  return {
    metrics,
    observer: {
      ...metrics.observer,
      tracing,
      onCall(operation, call, time, code, isReplayed) {
        measureCall?.(operation, call, time, code, isReplayed);
        log.onCall(operation, call, time, code, isReplayed);
      },
      onReplica(replica, problem) {
        if (problem === undefined) logger.info({ replica }, 'the replica is in use');
        else logger.warn({ replica, problem }, 'the replica is not in use');
      },
    },
    onAnswered(response, milliseconds) {
      metrics.onAnswered(response, milliseconds);
      log.onAnswered?.(response, milliseconds);
    },
  };
}
