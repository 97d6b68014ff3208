import { randomBytes } from 'node:crypto';
import { databaseNow } from '../../database/columns.ts';
import type { Database } from '../../database/database.ts';
import { User } from '../accounts/user.entity.ts';
import { UserAccount } from '../accounts/user-account.entity.ts';
import { UserSession } from '../accounts/user-session.entity.ts';
import { revoke } from '../api-keys/key-changes.ts';
import { activeKeysOf, type KeyIdentity, toKeyIdentity } from './manage-keys.ts';

/** better-auth's name of sign-in with email and password. */
const PASSWORD = 'credential';

export type PasswordReset = {
  password: string;
  userId: string;
  developerId: string;
  /** The keys of the developer that worked. */
  activeKeys: KeyIdentity[];
};

/** Returns a random password. */
export function newPassword(): string {
  return randomBytes(18).toString('base64url');
}

/**
 * Sets a random password, ends every session of the user and, with `revokesKeys`, revokes every API key, in one transaction.
 * The password is returned here and never again; undefined without an account of the email.
 */
export async function resetPassword(
  database: Database,
  { email, revokesKeys }: { email: string; revokesKeys: boolean },
): Promise<PasswordReset | undefined> {
  // better-auth loads slowly, so commands load it only here.
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
    // Waits for keys that a session is just making: commands of a session hold its row.
    await em.nativeDelete(UserSession, { userId: user.id });
    const activeKeys = await activeKeysOf(em, user.developerId);
    if (revokesKeys) for (const key of activeKeys) await revoke(em, key);
    return {
      password,
      userId: user.id,
      developerId: user.developerId,
      activeKeys: activeKeys.map(toKeyIdentity),
    };
  });
}
