import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const format = /^[\x21-\x7e]{1,200}$/;

/** Uses a valid id from the client, or generates one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && format.test(given) ? given : randomUUID();
}
