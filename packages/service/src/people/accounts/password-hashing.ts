import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Gate } from '../../database/semaphore.ts';

/**
 * Hashes that run at once. Each takes a thread of Node.js for 0.1 s: without a limit, a burst of guesses takes all four, and
 * files and compression wait behind it.
 */
const AT_ONCE = 2;

/** better-auth's scrypt, a few at a time. Rejects with `Rate Limit Exceeded` after 25 s of waiting. */
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
