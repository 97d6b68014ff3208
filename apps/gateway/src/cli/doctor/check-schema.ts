import { inspectSchema } from '@outturn/service';
import { FINISH_LATER } from '../../process/finish-later.ts';
import { databaseCheck, type Finding, ok, warning } from './check.ts';

export const checkSchema = databaseCheck('schema', async (database) => {
  const { pending, unknown, needsFinish } = await inspectSchema(database);
  const findings: Finding[] = [];
  if (pending.length > 0)
    findings.push(
      warning(
        `${countOf(pending)} pending. The next start of a gateway runs ${pending.length === 1 ? 'it' : 'them'}, or: outturn migrate. See what it locks with: outturn migrate --plan`,
      ),
    );
  if (unknown.length > 0)
    findings.push(
      warning(
        `A newer version has migrated the database (${unknown.join(', ')}). Start gateways and commands of that version.`,
      ),
    );
  if (needsFinish) findings.push(warning(FINISH_LATER));
  return findings.length > 0 ? findings : [ok('All migrations have run.')];
});

function countOf(pending: readonly string[]): string {
  if (pending.length === 1) return `The migration ${pending[0]} is`;
  return `${pending.length} migrations, ${pending[0]} to ${pending.at(-1)}, are`;
}
