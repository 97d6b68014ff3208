import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Reconnects automatically; commands fail immediately while disconnected. */
export function connectRedis(url: string, logger: Pick<Logger, 'info' | 'warn'>): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 250 });
  let isAway = false;
  // Never logs the error object, which contains a wrong password.
  const warnAway = (why: string) => {
    if (isAway) return;
    isAway = true;
    logger.warn(`Redis (REDIS_URL) is unavailable: ${why}. Until it is back, each gateway limits by itself.`);
  };
  // An unhandled error event would end the process.
  redis.on('error', ({ message, code }: NodeJS.ErrnoException) => warnAway(message || String(code)));
  redis.on('close', () => {
    if (redis.status !== 'end') warnAway('the connection was closed');
  });
  redis.on('ready', () => {
    if (isAway) logger.info('Redis is back. Limits are shared again.');
    isAway = false;
  });
  return redis;
}
