import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Milliseconds between two attempts to write. */
const PROBE_INTERVAL = 60_000;

export type SharedRedis = {
  redis: Redis;
  /** Whether it can count: it is connected, and the last attempt to write succeeded. */
  isWorking(): boolean;
  close(): void;
};

/**
 * Connects to Redis, and again whenever the connection is lost. Commands fail at once while there is none, and after
 * 250 ms without an answer, so that callers never wait for it for long. A Redis that answers and cannot count, such as a
 * full one, is unavailable, too: so it is tried when it is connected, and every minute.
 */
export function connectRedis(url: string, logger: Pick<Logger, 'info' | 'warn'>): SharedRedis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 250 });
  let isAway = false;
  let isProven = false;
  // Only the message is logged: the error object would contain a wrong password.
  const warnAway = (why: string) => {
    isProven = false;
    if (isAway) return;
    isAway = true;
    logger.warn(`Redis (REDIS_URL) is unavailable: ${why}. Until it is back, each gateway limits by itself.`);
  };
  const probe = async () => {
    const problem = await problemOf(redis);
    if (redis.status !== 'ready') return;
    if (problem !== undefined) return warnAway(problem);
    if (isAway) logger.info('Redis is back. Limits are shared again.');
    isAway = false;
    isProven = true;
  };
  // An `error` event without a listener would end the process.
  redis.on('error', ({ message, code }: NodeJS.ErrnoException) => warnAway(message || String(code)));
  redis.on('close', () => {
    if (redis.status !== 'end') warnAway('the connection was closed');
  });
  redis.on('ready', () => void probe());
  const timer = setInterval(() => {
    if (redis.status === 'ready') void probe();
  }, PROBE_INTERVAL).unref();
  return {
    redis,
    isWorking: () => isProven && redis.status === 'ready',
    close() {
      clearInterval(timer);
      redis.disconnect();
    },
  };
}

/** Counts as the limits do: by a script that writes a key of ours. */
const COUNT = `redis.call('set', KEYS[1], '1', 'px', 1000) return redis.call('incrby', KEYS[1], 1)`;

/** Why Redis cannot count; undefined if it can. */
export async function problemOf(redis: Redis): Promise<string | undefined> {
  try {
    await redis.eval(COUNT, 1, 'outturn:probe');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
