import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Semaphore } from '../../database/semaphore.ts';

/** Each takes one of Node.js's four threads for 0.1 s; more would block files and compression. */
const MAX_CONCURRENT = 2;

/** Hashes behind a semaphore. Rejects with `Rate Limit Exceeded` after 25 s. */
export function passwordHashing(semaphore = new Semaphore(MAX_CONCURRENT)) {
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await semaphore.acquire();
    return work().finally(() => semaphore.release());
  };
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (attempt: { hash: string; password: string }) => inTurn(() => verifyPassword(attempt)),
  };
}
