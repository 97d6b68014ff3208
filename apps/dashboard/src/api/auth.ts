import { createAuthClient } from 'better-auth/react';
import { csrfHeader } from './client.ts';

export const auth = createAuthClient({
  baseURL: window.location.origin,
  fetchOptions: { headers: csrfHeader },
});

/** What better-auth's calls answer; `message` is for people. */
type AuthResult = { error: { message?: string | undefined; status: number } | null };

/** Throws what a call of better-auth's client was refused with. */
export function orThrow<Result extends AuthResult>(result: Result): Result {
  const { error } = result;
  if (!error) return result;
  throw new Error(error.message || 'Outturn could not be reached. Check the connection and try again.');
}
