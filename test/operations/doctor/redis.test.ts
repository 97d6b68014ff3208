import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { examine } from '../../support/doctor.ts';
import { executable } from '../../support/executable.ts';
import { freePort } from '../../support/free-port.ts';

const redisServer = executable('redis-server');

const PASSWORD = 'open-sesame-of-redis';

test('Redis that is away is an error, and no finding without REDIS_URL', async () => {
  expect(await examine('redis', { REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:1` })).toEqual([
    'error: Redis (REDIS_URL) is unavailable: connect ECONNREFUSED 127.0.0.1:1. Until it is back, each gateway limits by itself. Start it, or correct REDIS_URL.',
  ]);
  expect(await examine('redis', {})).toEqual([]);
});

describe('running server', { tags: 'redis-server' }, () => {
  let url = '';
  beforeAll(async () => {
    const port = await freePort();
    const settings = { port, bind: '127.0.0.1', save: '', requirepass: PASSWORD };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const child = spawn(redisServer ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    url = `redis://:${PASSWORD}@127.0.0.1:${port}`;
    let output = '';
    for await (const chunk of child.stdout) {
      output += chunk;
      if (output.includes('Ready to accept connections')) break;
    }
    return async () => {
      child.kill();
      await once(child, 'exit');
    };
  });

  async function tell(command: string): Promise<void> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`AUTH ${PASSWORD}\r\n${command}\r\nQUIT\r\n`);
    expect(await text(socket)).toBe('+OK\r\n'.repeat(3));
  }

  test('Redis that is in order is described', async () => {
    expect(await examine('redis', { REDIS_URL: url })).toEqual([
      expect.stringMatching(/^ok: Redis \d+\.\d+\.\d+ answers in \d+\.\d ms\.$/),
    ]);
  });

  test('wrong password of Redis is an error that does not show it', async () => {
    const [finding = ''] = await examine('redis', { REDIS_URL: url.replace(PASSWORD, 'wrong-password') });
    expect(finding).toMatch(/^error: Redis \(REDIS_URL\) is unavailable: (WRONGPASS|NOAUTH)/);
    expect(finding).not.toContain('wrong-password');
  });

  test('Redis that removes keys is a warning', async () => {
    await tell('CONFIG SET maxmemory 100mb maxmemory-policy allkeys-lru');
    expect(await examine('redis', { REDIS_URL: url })).toEqual([
      expect.stringMatching(/^warning: Redis removes keys .*\(maxmemory-policy allkeys-lru\).*noeviction$/),
    ]);
    await tell('CONFIG SET maxmemory 0 maxmemory-policy noeviction');
  });

  test('Redis that is a replica is an error', async () => {
    await tell('REPLICAOF 127.0.0.1 1');
    expect(await examine('redis', { REDIS_URL: url })).toEqual([
      expect.stringMatching(/^error: Redis is a replica, .* Set REDIS_URL to its master\.$/),
    ]);
    await tell('REPLICAOF NO ONE');
  });

  test('a role of Redis that cannot count is an error', async () => {
    await tell('ACL SETUSER limited on >limited-role ~* +@all -eval -evalsha');
    expect(
      await examine('redis', { REDIS_URL: url.replace(`:${PASSWORD}`, 'limited:limited-role') }),
    ).toEqual([
      expect.stringMatching(/^error: Redis answers and cannot count: .*NOPERM.*\. Gateways limit alone\./),
    ]);
  });

  test('Redis that answers late is a warning', async () => {
    const { port } = new URL(url);
    const server = createServer((client) => {
      const upstream = connect(Number(port), '127.0.0.1');
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
      client.pipe(upstream);
      upstream.on('data', (bytes: Buffer) => void setTimeout(() => client.write(bytes), 30));
      client.on('close', () => upstream.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const far = url.replace(port, String((server.address() as AddressInfo).port));
    expect(await examine('redis', { REDIS_URL: far })).toEqual([
      expect.stringMatching(/^warning: Redis answers in \d+ ms/),
    ]);
  });
});
