import { APIError } from 'better-auth/api';
import type { AuthRequest } from './auth-context.ts';

/** Waits, or throws if the wait is too long. */
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

export async function refuseCommon(password: unknown): Promise<void> {
  if (typeof password !== 'string' || !(await isCommonPassword(password))) return;
  const message =
    'This password is one of the 10,000 most common ones, which attackers try first. Choose another.';
  throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message });
}

/** Compares inputs before the check, so that the message confirms nothing. */
export function refuseUnchanged(
  body: { newPassword?: unknown; currentPassword?: unknown } | undefined,
): void {
  const { newPassword, currentPassword } = body ?? {};
  if (typeof newPassword !== 'string' || typeof currentPassword !== 'string') return;
  if (asHashed(newPassword) !== asHashed(currentPassword)) return;
  const message = 'The new password equals the one you sent as the current one. Choose another.';
  throw new APIError('BAD_REQUEST', { code: 'PASSWORD_UNCHANGED', message });
}

/** As better-auth normalises passwords (NFKC). */
function asHashed(password: string): string {
  return password.normalize('NFKC');
}

let list: ReadonlySet<string> | undefined;

async function isCommonPassword(password: string): Promise<boolean> {
  list ??= await loadList();
  return list.has(asHashed(password).toLowerCase());
}

async function loadList(): Promise<ReadonlySet<string>> {
  const { default: file } = await import('./common-passwords.json', { with: { type: 'json' } });
  return new Set(file.passwords);
}
