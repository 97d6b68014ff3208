import { randomBytes } from 'node:crypto';
import type { ApiKey } from '../api-keys/api-key.entity.ts';
import { activeKeysOf, revoke } from '../api-keys/index.ts';
import type { Database } from '../database/database.ts';
import { User } from './user.entity.ts';
import { UserAccount } from './user-account.entity.ts';
import { UserSession } from './user-session.entity.ts';

/** How better-auth calls the way to sign in that is an email and a password. */
const PASSWORD = 'credential';

export type PasswordReset = {
  password: string;
  userId: string;
  developerId: string;
  /** The keys of the developer that worked. */
  activeKeys: ApiKey[];
};

/** A password that nobody has to think of. */
export function newPassword(): string {
  return randomBytes(18).toString('base64url');
}

/**
 * Gives a user a new, random password and ends all of their sessions, together and at once on every gateway, and with
 * `revokesKeys` also every API key of their developer. The password is returned here and never again; undefined when
 * there is no account with the email.
 */
export async function resetPassword(
  database: Database,
  { email, revokesKeys }: { email: string; revokesKeys: boolean },
): Promise<PasswordReset | undefined> {
  // Only here and in a server it is needed, and it takes a while to load.
  const { hashPassword } = await import('better-auth/crypto');
  const password = newPassword();
  const hash = await hashPassword(password);
  return database.transactional(async (em) => {
    // As better-auth keeps and looks for it.
    const user = await em.findOne(User, { email: email.toLowerCase() });
    if (!user) return undefined;
    const changed = await em.nativeUpdate(
      UserAccount,
      { userId: user.id, providerId: PASSWORD },
      { password: hash, updatedAt: new Date() },
    );
    if (changed === 0) return undefined;
    // Waits for keys that a session is just making: commands of a session hold its row.
    await em.nativeDelete(UserSession, { userId: user.id });
    const activeKeys = await activeKeysOf(em, user.developerId);
    if (revokesKeys) for (const key of activeKeys) await revoke(em, key);
    return { password, userId: user.id, developerId: user.developerId, activeKeys };
  });
}
