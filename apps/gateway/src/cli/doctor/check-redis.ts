import type { Redis } from 'ioredis';
import { connectRedis, problemOf } from '../../http/rate-limits/connect-redis.ts';
import { type Check, error, type Finding, ok, warning } from './check.ts';

/** Milliseconds; every limited call waits for Redis. */
const SLOW = 20;

export const checkRedis: Check = {
  name: 'redis',
  async run({ settings: { redisUrl } }) {
    if (redisUrl === undefined) return [];
    const away = Promise.withResolvers<string>();
    const { redis, close } = connectRedis(redisUrl, {
      info: () => undefined,
      warn: (why: string) => away.resolve(why),
    });
    try {
      const ready = new Promise<undefined>((resolve) => redis.once('ready', () => resolve(undefined)));
      const why = await Promise.race([ready, away.promise]);
      return why === undefined ? await inspect(redis) : [error(`${why} Start it, or correct REDIS_URL.`)];
    } finally {
      close();
    }
  },
};

/** Milliseconds of the fastest of several round trips, because a single one may have waited for a busy machine. */
async function fastestPing(redis: Redis): Promise<number> {
  const times: number[] = [];
  while (times.length < 5) {
    const sentAt = performance.now();
    await redis.ping();
    times.push(performance.now() - sentAt);
  }
  return Math.min(...times);
}

async function inspect(redis: Redis): Promise<Finding[]> {
  const roundTrip = await fastestPing(redis);
  const info = await redis.info();
  const infoOf = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const findings: Finding[] = [];
  if (infoOf('role') === 'slave')
    findings.push(
      error(
        'Redis is a replica, which takes no writes, so gateways limit alone. Set REDIS_URL to its master.',
      ),
    );
  const problem = findings.length === 0 ? await problemOf(redis) : undefined;
  if (problem !== undefined)
    findings.push(
      error(
        `Redis answers and cannot count: ${problem}. Gateways limit alone. The role needs EVAL and writes to outturn:*.`,
      ),
    );
  const policy = infoOf('maxmemory_policy') ?? 'noeviction';
  if (infoOf('maxmemory') !== '0' && policy !== 'noeviction')
    findings.push(
      warning(
        `Redis removes keys when its memory is full (maxmemory-policy ${policy}), and with them counts of limits. Use a Redis for Outturn alone, with: config set maxmemory-policy noeviction`,
      ),
    );
  if (roundTrip > SLOW)
    findings.push(
      warning(
        `Redis answers in ${roundTrip.toFixed(0)} ms, for which every limited call waits. Use one in the same network.`,
      ),
    );
  if (findings.length > 0) return findings;
  return [ok(`Redis ${infoOf('redis_version')} answers in ${roundTrip.toFixed(1)} ms.`)];
}
