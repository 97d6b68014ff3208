import type { Logger } from 'pino';
import { LogLimiter } from '../../observability/log-limiter.ts';
import type { ForeignOrigin } from './origin.ts';

type Warning = Partial<ForeignOrigin> & Pick<ForeignOrigin, 'message'>;

/**
 * Logs refused origins, at most once a minute for each pair of origins, because callers can send any number of
 * foreign ones.
 */
export function originWarning(logger: Logger): (refused: ForeignOrigin) => void {
  const limiter = new LogLimiter<Warning>({
    linesPerKey: 1,
    keyOf: ({ own, sent }) => `${own} ${sent}`,
    summaryOf: ({ path: _, ...shared }) => shared,
    overflowOf: () => ({ message: 'The origins of further requests were refused.' }),
    write: ({ message, ...refused }, count) => logger.warn({ ...refused, count }, message),
  });
  return (refused) => limiter.add(refused);
}
