import { randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { Database } from '../../database/database.ts';
import { databaseNow } from '../../database/entity-properties.ts';
import { User } from '../accounts/user.entity.ts';
import { UserAccount } from '../accounts/user-account.entity.ts';
import { UserSession } from '../accounts/user-session.entity.ts';
import { ApiKey } from '../api-keys/api-key.entity.ts';
import { isActive, revoke } from '../api-keys/stored-keys.ts';

/** better-auth's provider of email and password. */
const PASSWORD = 'credential';

export type PasswordReset = {
  password: string;
  userId: string;
  developerId: string;
  /** Active before the reset. */
  activeKeys: Pick<ApiKey, 'id' | 'prefix' | 'developerId'>[];
};

export function newPassword(): string {
  return randomBytes(18).toString('base64url');
}

/**
 * Also ends sessions and, with `revokesKeys`, revokes keys, in one transaction. Only this returns the password.
 * Undefined without an account.
 */
export async function resetPassword(
  database: Database,
  { email, revokesKeys }: { email: string; revokesKeys: boolean },
): Promise<PasswordReset | undefined> {
  // better-auth loads slowly.
  const { hashPassword } = await import('better-auth/crypto');
  const password = newPassword();
  const hash = await hashPassword(password);
  return database.transactional(async (em) => {
    // better-auth stores emails in lower case.
    const user = await em.findOne(User, { email: email.toLowerCase() });
    if (!user) return undefined;
    const changed = await em.nativeUpdate(
      UserAccount,
      { userId: user.id, providerId: PASSWORD },
      { password: hash, updatedAt: databaseNow() },
    );
    if (changed === 0) return undefined;
    // Waits for running commands of a session, which lock its row.
    await em.nativeDelete(UserSession, { userId: user.id });
    const { developerId } = user;
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
    const activeKeys = await em.find(ApiKey, { developerId, ...isActive() }, lock);
    if (revokesKeys) for (const key of activeKeys) await revoke(em, key);
    return {
      password,
      userId: user.id,
      developerId,
      activeKeys: activeKeys.map(({ id, prefix }) => ({ id, prefix, developerId })),
    };
  });
}
