import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Gate } from '../../database/semaphore.ts';

/** Each takes one of Node.js's four threads for 0.1 s; more would block files and compression. */
const AT_ONCE = 2;

/** Hashes behind a semaphore. Rejects with `Rate Limit Exceeded` after 25 s. */
export function passwordHashing(gate = new Gate(AT_ONCE)) {
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await gate.enter();
    return work().finally(() => gate.leave());
  };
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (attempt: { hash: string; password: string }) => inTurn(() => verifyPassword(attempt)),
  };
}
