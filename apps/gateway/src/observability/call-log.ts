import type { ServerResponse } from 'node:http';
import type { CallContext, Observer } from '@outturn/service';
import type { Logger } from 'pino';
import { doorOf, statusOf } from './metric-labels.ts';

/** Slower calls are logged individually, in milliseconds. */
const SLOW = 1_000;
/** In characters. */
const MAX_PATH = 200;

export type CallLog = {
  onCall: NonNullable<Observer['onCall']>;
  onAnswered?: ((response: ServerResponse, milliseconds: number) => void) | undefined;
};

/** The default level logs only slow calls, because 15,000 lines a second would be too costly and metrics have the sums. */
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
  // The query string may hold user input.
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
