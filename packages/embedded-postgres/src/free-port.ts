import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { HOST } from './connection-file.ts';

// Below the range from which systems take ports for outgoing connections: one of those could otherwise sit on
// our port (a reconnecting client even on itself) while PostgreSQL restarts.
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;
const ATTEMPTS = 50;

/** Whether a server can listen on this TCP port of 127.0.0.1 right now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: HOST, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** A random port of 127.0.0.1 that is free at the moment. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`Found no free port on ${HOST} between ${LOWEST_PORT} and ${HIGHEST_PORT}.`);
}
