import type { ServerResponse } from 'node:http';
import type { CallContext, Observer } from '@outturn/service';
import type { Logger } from 'pino';
import { doorOf, statusOf } from './labels.ts';

/** A call that takes longer is worth a line of its own, in milliseconds. */
const SLOW = 1_000;
/** As much of a path as the log shows. */
const MAX_PATH = 200;

export type CallLog = {
  onCall: NonNullable<Observer['onCall']>;
  /** Absent unless every request is logged. */
  onAnswered?: ((response: ServerResponse, milliseconds: number) => void) | undefined;
};

/**
 * Lines about calls: at `debug` one for every call of an operation and one for every HTTP request, at `warn` only for
 * slow calls. At the default level a gateway writes nothing per call: at 15,000 a second, that would cost more than it
 * tells, and the metrics have the sums. Faults are logged where they happen, under the same request id.
 */
export function createCallLog(logger: Logger): CallLog {
  const isEach = logger.isLevelEnabled('debug');
  return {
    onCall(operation, call, time, code, isReplayed) {
      if (!isEach && time < SLOW) return;
      const line = { ...fieldsOf(call), operation, code, replayed: isReplayed, ms: round(time) };
      if (time >= SLOW) logger.warn(line, 'slow call');
      else logger.debug(line, 'call');
    },
    onAnswered: isEach ? (response, time) => logger.debug(requestLine(response, time), 'request') : undefined,
  };
}

function fieldsOf({ requestId, surface, principal }: CallContext) {
  return { requestId, developerId: principal.developerId, surface };
}

function requestLine(response: ServerResponse, time: number) {
  const { method, url = '' } = response.req;
  // What is behind the path may hold what people typed.
  const [path = ''] = url.split('?');
  return {
    method,
    path: path.slice(0, MAX_PATH),
    door: doorOf(response),
    status: statusOf(response),
    ms: round(time),
  };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
