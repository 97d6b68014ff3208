import { APIError } from 'better-auth/api';
import type { AuthRequest } from './auth-context.ts';

/**
 * Waits as long as earlier failures demand before the password may be checked, or throws 429 if the attempt cannot
 * wait. Notes in the request how to settle the attempt. Does nothing for operators, and if the request names no
 * account.
 */
export async function admitPassword(request: AuthRequest | undefined): Promise<void> {
  if (!request?.account || !request.caller) return;
  const admission = await request.caller.admitPassword(request.account.tag);
  if ('settle' in admission) {
    request.settle = admission.settle;
    request.nextDelay = admission.nextDelay;
    return;
  }
  const { message, retryAfter = 1 } = admission.refusal;
  const headers = { 'Retry-After': String(retryAfter) };
  throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_REQUESTS', message }, headers);
}

/** Throws for one of the 10,000 most common passwords. */
export async function refuseCommon(password: unknown): Promise<void> {
  if (typeof password !== 'string' || !(await isCommonPassword(password))) return;
  const message =
    'This password is one of the 10,000 most common ones, which attackers try first. Choose another.';
  throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message });
}

/**
 * Throws if the new password equals the current one. It compares what was sent, before the current one is checked:
 * the message therefore does not confirm a guess.
 */
export function refuseUnchanged(
  body: { newPassword?: unknown; currentPassword?: unknown } | undefined,
): void {
  const { newPassword, currentPassword } = body ?? {};
  if (typeof newPassword !== 'string' || typeof currentPassword !== 'string') return;
  if (asHashed(newPassword) !== asHashed(currentPassword)) return;
  const message = 'The new password equals the one you sent as the current one. Choose another.';
  throw new APIError('BAD_REQUEST', { code: 'PASSWORD_UNCHANGED', message });
}

/**
 * better-auth brings passwords into this form (NFKC) before it hashes them, so two that look the same are the same.
 */
function asHashed(password: string): string {
  return password.normalize('NFKC');
}

let list: ReadonlySet<string> | undefined;

async function isCommonPassword(password: string): Promise<boolean> {
  list ??= await loadList();
  return list.has(asHashed(password).toLowerCase());
}

/** The list is loaded at the first sign-up, because most processes never need it. */
async function loadList(): Promise<ReadonlySet<string>> {
  const { default: file } = await import('./common-passwords.json', { with: { type: 'json' } });
  return new Set(file.passwords);
}
