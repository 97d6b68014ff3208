// Tells operators about a developer that they name, on standard error, as standard output is for programs.
import { type Database, describeOwner, developerOwner, type Plan } from '@outturn/service';

export function tellNewDeveloper(name: string, plan: Plan): void {
  process.stderr.write(`Made the developer ${JSON.stringify(name)}, on the plan ${plan}.\n`);
}

/** Names the account that owns a developer: its email, which is the developer's name, is unverified. */
export async function tellOwner(database: Database, name: string): Promise<void> {
  const owner = await developerOwner(database, name);
  if (!owner) return;
  process.stderr.write(
    `The developer ${JSON.stringify(name)} belongs to an account: ${describeOwner(owner)}.\n`,
  );
}
