import { inspectSchema } from '@outturn/service';
import { databaseCheck, type Finding, ok, warning } from './check.ts';

export const checkSchema = databaseCheck('schema', async (database) => {
  const { pending, unknown } = await inspectSchema(database);
  const findings: Finding[] = [];
  if (pending.length > 0)
    findings.push(
      warning(
        `Migrations are pending (${pending.join(', ')}). Run outturn migrate, or start a gateway, which runs them.`,
      ),
    );
  if (unknown.length > 0)
    findings.push(
      warning(
        `A newer version has migrated the database (${unknown.join(', ')}). Start gateways and commands of that version.`,
      ),
    );
  return findings.length > 0 ? findings : [ok('All migrations have run.')];
});
