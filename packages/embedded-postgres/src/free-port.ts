import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { HOST } from './connection-file.ts';

// Outgoing connections use ephemeral ports, and could take one from there while PostgreSQL restarts.
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;
const ATTEMPTS = 50;

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: HOST, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`Found no free port on ${HOST} between ${LOWEST_PORT} and ${HIGHEST_PORT}.`);
}
