import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Semaphore } from '../../database/semaphore.ts';

/**
 * Hashes at once. Each takes 0.1 s on one of the four threads that Node.js has for files, compression and hashes
 * alike; with more, files and compression would wait for sign-ins.
 */
const MAX_CONCURRENT = 2;

/** Hashes behind a semaphore. Rejects with `Rate Limit Exceeded` after 25 s. */
export function passwordHashing(semaphore = new Semaphore(MAX_CONCURRENT)) {
  return {
    hash: (password: string) => semaphore.withPermit(() => hashPassword(password)),
    verify: (attempt: { hash: string; password: string }) =>
      semaphore.withPermit(() => verifyPassword(attempt)),
  };
}
