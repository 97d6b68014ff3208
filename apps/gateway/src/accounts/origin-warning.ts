import type { Logger } from 'pino';
import type { ForeignOrigin } from './origin.ts';

const EVERY = 60_000;

/** Warns of pages with another origin than ours, at most once a minute: strangers can send as many as they like. */
export function originWarning(logger: Logger): (refused: ForeignOrigin) => void {
  let quietUntil = 0;
  let notLogged = 0;
  return ({ message, ...refused }) => {
    const now = performance.now();
    if (now < quietUntil) {
      notLogged++;
      return;
    }
    logger.warn({ ...refused, notLogged }, message);
    quietUntil = now + EVERY;
    notLogged = 0;
  };
}
