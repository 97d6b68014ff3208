import { inspectSchema } from '@outturn/service';
import { describeGrant } from '../describe-grant.ts';
import { databaseCheck, error, type Finding, ok, warning } from './check.ts';

export const checkRole = databaseCheck('role', async (database, { server }) => {
  const { role, schema, mayCreateTables, otherOwners, grants, pending } = await inspectSchema(database);
  const findings: Finding[] = [];
  if ((await server())?.isSuperuser)
    findings.push(
      warning(
        `${role} is a superuser, and a gateway needs no such rights. Connect as a role that owns only the schema ("Rights of the role" in docs/operations.md).`,
      ),
    );
  for (const owner of otherOwners)
    findings.push(
      warning(
        `Tables belong to ${owner}, so ${role} can neither migrate nor analyze them. Connect as ${owner}, or run: grant ${owner} to ${role};`,
      ),
    );
  for (const grant of grants) findings.push(warning(describeGrant(grant, schema)));
  if (!mayCreateTables) {
    const level = pending.length > 0 ? error : warning;
    findings.push(
      level(
        `${role} may create no tables in the schema ${schema}, so migrations fail. As its owner, run: grant create on schema ${schema} to ${role};`,
      ),
    );
  }
  return findings.length > 0 ? findings : [ok(`${role} owns the tables in the schema ${schema}.`)];
});
