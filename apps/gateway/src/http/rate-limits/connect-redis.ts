import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** A connection that comes back by itself; until it does, all that is asked of it fails at once. */
export function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 250 });
  let isAway = false;
  // Once for all attempts until it is back. Never the error itself: that of a wrong password holds what was sent.
  const tellAway = (why: string) => {
    if (isAway) return;
    isAway = true;
    logger.warn(`Redis (REDIS_URL) is away: ${why}. Until it is back, each gateway limits by itself.`);
  };
  // Without a listener an outage would end the process; the limiters fall back by themselves.
  redis.on('error', ({ message, code }: NodeJS.ErrnoException) => tellAway(message || String(code)));
  redis.on('close', () => {
    // Where we let go of it ourselves, it has ended by now.
    if (redis.status !== 'end') tellAway('the connection was closed');
  });
  redis.on('ready', () => {
    if (isAway) logger.info('Redis is back. Limits are shared again.');
    isAway = false;
  });
  return redis;
}
