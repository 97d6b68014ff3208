import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectRedis } from './connect-redis.ts';

const redisUrl = process.env.REDIS_URL ?? '';

/** A connection, what it has logged, and how often it has gone to connect again. */
function connectTo(url: string) {
  const said: { level: number; msg: string }[] = [];
  const logger = pino({}, { write: (line: string) => said.push(JSON.parse(line)) });
  const { redis, isWorking, close } = connectRedis(url, logger);
  onTestFinished(close);
  let attempts = 0;
  redis.on('reconnecting', () => attempts++);
  return { redis, said, isWorking, attempts: () => attempts };
}

const awayFor = (why: string) => ({
  level: 40,
  msg: expect.stringMatching(new RegExp(`^Redis \\(REDIS_URL\\) is unavailable: ${why}`)),
});

test('Redis that is away from the start is a warning, once, without the password', async () => {
  const { said, attempts } = connectTo('redis://ada:open-sesame@127.0.0.1:1');
  await vi.waitFor(() => expect(attempts()).toBeGreaterThan(2), { timeout: 20_000 });
  expect(said).toMatchObject([awayFor('connect ECONNREFUSED 127\\.0\\.0\\.1:1')]);
  expect(JSON.stringify(said)).not.toContain('open-sesame');
});

/** Answers as much as a client asks for before it is ready. */
function standIn(socket: Socket): void {
  socket.on('data', (bytes) => {
    const commands = bytes.toString().match(/^\*\d+/gm) ?? [];
    socket.write('$19\r\nredis_version:8.0.0\r\n'.repeat(commands.length));
  });
}

function passOn(socket: Socket): void {
  const { hostname, port } = new URL(redisUrl);
  const upstream = connect(Number(port || 6379), hostname);
  for (const [from, to] of [
    [socket, upstream],
    [upstream, socket],
  ] as const)
    from
      .on('error', () => undefined)
      .on('close', () => to.destroy())
      .pipe(to);
}

describe.for([
  ['a stand-in', standIn, []],
  ['Redis', passOn, ['Redis']],
] as const)('%s', ([, answer, tags]) => {
  test('its outage and its end are logged, but not a disconnect of ours', { tags: [...tags] }, async () => {
    let isAway = false;
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      if (isAway) socket.destroy();
      else answer(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = new URL(redisUrl || 'redis://127.0.0.1');
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { redis, said, attempts } = connectTo(url.href);
    await vi.waitFor(() => expect(redis.status).toBe('ready'), { timeout: 20_000 });
    expect(said).toEqual([]);
    isAway = true;
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(attempts()).toBeGreaterThan(2), { timeout: 20_000 });
    expect(said).toMatchObject([awayFor('')]);
    isAway = false;
    const back = { level: 30, msg: 'Redis is back. Limits are shared again.' };
    await vi.waitFor(() => expect(said).toMatchObject([awayFor(''), back]), { timeout: 20_000 });
    redis.disconnect();
    await once(redis, 'end');
    expect(said).toHaveLength(2);
  });
});

test('a wrong password of Redis is a warning, without the password', { tags: 'Redis' }, async () => {
  const url = new URL(redisUrl);
  url.username = 'nobody-of-ours';
  url.password = 'open-sesame';
  const { said, attempts } = connectTo(url.href);
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 20_000 });
  await vi.waitFor(() => expect(attempts()).toBeGreaterThan(2), { timeout: 20_000 });
  expect(said).toMatchObject([awayFor('WRONGPASS')]);
  expect(JSON.stringify(said)).not.toContain('open-sesame');
});

describe('a Redis that answers and cannot count', { tags: 'Redis' }, () => {
  test('is away until it can', async () => {
    const { redis: owner } = connectTo(redisUrl);
    await vi.waitFor(() => expect(owner.status).toBe('ready'), { timeout: 20_000 });
    await owner.acl('SETUSER', 'outturn-reader', 'on', '>secret', '~*', '+@read', '+@connection', '+info');
    onTestFinished(async () => void (await owner.acl('DELUSER', 'outturn-reader')));
    const url = new URL(redisUrl);
    url.username = 'outturn-reader';
    url.password = 'secret';
    const { redis, said, isWorking } = connectTo(url.href);
    await vi.waitFor(() => expect(said).toMatchObject([awayFor('NOPERM')]), { timeout: 20_000 });
    expect([redis.status, isWorking()]).toEqual(['ready', false]);
    await owner.acl('SETUSER', 'outturn-reader', '+@all');
    redis.disconnect(true);
    await vi.waitFor(() => expect(isWorking()).toBe(true), { timeout: 20_000 });
    expect(said.at(-1)).toMatchObject({ msg: 'Redis is back. Limits are shared again.' });
  });
});
