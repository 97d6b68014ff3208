import { inspectSchema } from '@outturn/service';
import { databaseCheck, ok, warning } from './check.ts';

export const checkVersions = databaseCheck('gateways', async (database) => {
  const { otherVersions } = await inspectSchema(database);
  if (otherVersions.length === 0) return [ok('No gateway of another version is connected.')];
  return otherVersions.map((session) =>
    warning(`A gateway of another version is connected: ${session}. Bring all gateways to one version.`),
  );
});
