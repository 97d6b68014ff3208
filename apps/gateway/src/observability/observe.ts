import type { ServerResponse } from 'node:http';
import type { Observer, SecurityEvent, Tracing } from '@outturn/service';
import type { Logger } from 'pino';
import { createCallLog } from './call-log.ts';
import { createClockLog } from './clock-log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createSecurityLog } from './security-log.ts';

export type Observation = {
  metrics: Metrics;
  observer: Observer;
  onAnswered: (response: ServerResponse, milliseconds: number) => void;
  onSecurityEvent: (event: SecurityEvent) => void;
  /** Writes pending summaries of the log. */
  close(): void;
};

type ObserveOptions = {
  logger: Logger;
  tracing: Tracing | undefined;
  /** Set in one worker, because all workers receive the events of commands. */
  countsCommands: boolean;
};

export function observe({ logger, tracing, countsCommands }: ObserveOptions): Observation {
  const metrics = createMetrics();
  const log = createCallLog(logger);
  const securityLog = createSecurityLog(logger);
  const logClock = createClockLog(logger);
  const { onCall: measureCall, onClock: countClock } = metrics.observer;
  const onSecurityEvent = (event: SecurityEvent) => {
    metrics.onSecurityEvent(event);
    securityLog.tell(event);
  };
  return {
    metrics,
    observer: {
      ...metrics.observer,
      tracing,
      onSecurityEvent,
      ...(countsCommands && { onCommandEvent: onSecurityEvent }),
      onCall(operation, call, time, code, isReplayed) {
        measureCall?.(operation, call, time, code, isReplayed);
        log.onCall(operation, call, time, code, isReplayed);
      },
      onClock(offset) {
        countClock?.(offset);
        logClock(offset);
      },
      onReplica(replica, problem) {
        if (problem === undefined) logger.info({ replica }, 'the replica is in use');
        else logger.warn({ replica, problem }, 'the replica is not in use');
      },
    },
    onSecurityEvent,
    close: securityLog.close,
    onAnswered(response, milliseconds) {
      metrics.onAnswered(response, milliseconds);
      log.onAnswered?.(response, milliseconds);
    },
  };
}
