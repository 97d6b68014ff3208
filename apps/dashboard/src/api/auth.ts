import { createAuthClient } from 'better-auth/react';
import { UNREACHABLE } from './error-text.ts';

/** A page of another site can make a browser send our cookie, but not this header. */
const csrfHeader = { 'x-outturn-csrf': '1' };

export const auth = createAuthClient({
  baseURL: window.location.origin,
  fetchOptions: { headers: csrfHeader },
});

/** An answer of better-auth; `message` is for people. */
type AuthResult = {
  error: {
    code?: string | undefined;
    message?: string | undefined;
    status: number;
    /** Ours: the delay of the next attempt after wrong passwords, in seconds. */
    retryAfter?: number;
  } | null;
};

/** Our messages for better-auth's error codes. */
const words: Partial<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'Invalid email or password.',
  INVALID_PASSWORD: 'The current password is incorrect.',
  USER_ALREADY_EXISTS: 'An account with this email already exists.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'An account with this email already exists.',
};

/** Throws what a call of better-auth's client was refused with. */
export function orThrow<Result extends AuthResult>(result: Result): Result {
  const { error } = result;
  if (!error) return result;
  const text = words[error.code ?? ''] || error.message || UNREACHABLE;
  throw new Error(error.retryAfter ? `${text} ${delayText(error.retryAfter)}` : text);
}

/** Why a claim link does not work, or null. Also null if the check fails: the form then shows the server's error. */
export async function faultOfClaim(token: string): Promise<string | null> {
  const response = await fetch('/api/auth/claim', {
    method: 'POST',
    headers: { ...csrfHeader, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (response.status !== 403) return null;
  const { code, message } = (await response.json()) as { code: string; message: string };
  return code.startsWith('INVITATION_') ? message : null;
}

function delayText(seconds: number): string {
  const time = `${seconds} second${seconds === 1 ? '' : 's'}`;
  return `Too many wrong passwords: the next attempt is checked after ${time}.`;
}
