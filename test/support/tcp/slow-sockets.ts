import { setTimeout as sleep } from 'node:timers/promises';
import { openRaw, rawRequest } from '../raw-connection.ts';

/** The phase in which a socket is slow. */
export const slownesses = ['slow headers', 'slow body', 'slow read'] as const;
export type Slowness = (typeof slownesses)[number];

/** The pause between two bytes of a slow sender, in milliseconds. */
const PAUSE = 2_000;
/** How often a file of some megabytes is requested: together more than the buffers between two sockets hold. */
const PIPELINED = 1;

/** The time over which all of them are opened, in milliseconds. */
const SPREAD = 1_500;

type Target = { url: string; token: string };

/**
 * Keeps so many sockets slow until the signal; returns the lifetimes of those that the server closed, in milliseconds.
 */
export async function keepSlow(
  target: Target,
  { mode, count, signal }: { mode: Slowness; count: number; signal: AbortSignal },
): Promise<number[]> {
  const lives: number[] = [];
  // Spread over time: a thousand at one instant would be another attack, repeated in waves.
  const one = async (index: number) => {
    await sleep((index * SPREAD) / count, undefined, { signal }).catch(() => undefined);
    while (!signal.aborted) {
      const life = await beSlow(target, mode, signal);
      if (!signal.aborted) lives.push(life);
    }
  };
  await Promise.all(Array.from({ length: count }, (_, index) => one(index)));
  return lives;
}

/** One connection, until the server closes it or the signal. */
async function beSlow({ url, token }: Target, mode: Slowness, signal: AbortSignal): Promise<number> {
  const { socket, closed } = await openRaw(url);
  const end = () => socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  if (mode === 'slow headers') socket.write('POST /v1/revenues HTTP/1.1\r\nhost: a\r\nx: ');
  if (mode === 'slow body') {
    socket.write(rawRequest('POST /v1/revenues', { headers: { ...headers, 'content-length': 100_000 } }));
  }
  if (mode === 'slow read') {
    socket.pause();
    socket.write(rawRequest('GET /docs/viewer.js', { headers }).repeat(PIPELINED));
    void readSlowly(socket, signal);
  } else void drip(socket, signal);
  const life = await closed;
  signal.removeEventListener('abort', end);
  return life;
}

type Socket = Awaited<ReturnType<typeof openRaw>>['socket'];

async function drip(socket: Socket, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && socket.writable) {
    socket.write(' ');
    await sleep(PAUSE);
  }
}

/** Reads nothing, but checks whether the server still exists, because a paused socket does not notice its end. */
async function readSlowly(socket: Socket, signal: AbortSignal): Promise<void> {
  const { bytesRead } = socket;
  while (!signal.aborted && !socket.destroyed) {
    await sleep(500);
    socket.write('\r\n');
    if (socket.bytesRead > bytesRead + 64 * 1024 * 1024) return;
  }
}
