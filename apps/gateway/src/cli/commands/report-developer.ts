// On standard error, because programs read standard output.
import { type Database, describeOwner, developerOwner, type Plan } from '@outturn/service';
import { tell } from '../print.ts';

export function tellNewDeveloper(name: string, plan: Plan): void {
  tell(`Created the developer ${JSON.stringify(name)} on the plan ${plan}.\n`);
}

/** The developer's name is an unverified email, so the owner may be another person. */
export async function tellOwner(database: Database, name: string): Promise<void> {
  const owner = await developerOwner(database, name);
  if (!owner) return;
  tell(`The developer ${JSON.stringify(name)} belongs to an account: ${describeOwner(owner)}.\n`);
}
