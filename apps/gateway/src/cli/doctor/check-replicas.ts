import { type Database, hostOfDatabase, inspectReplica } from '@outturn/service';
import { databaseCheck, error, type Finding, ok, TIMEOUTS, warning } from './check.ts';

export const checkReplicas = databaseCheck('replicas', (database, { settings }) =>
  Promise.all(settings.databaseReplicaUrls.map((url) => checkReplica(database, url))),
);

async function checkReplica(database: Database, url: string): Promise<Finding> {
  const name = `The replica ${hostOfDatabase(url)}`;
  try {
    const { isStandby, isSameSystem, lagBytes } = await inspectReplica(database, url, TIMEOUTS);
    if (!isStandby)
      return error(`${name} is no standby. Set one up again, or remove it from DATABASE_REPLICA_URLS.`);
    if (!isSameSystem)
      return error(`${name} is a copy of another server than the primary. Correct DATABASE_REPLICA_URLS.`);
    if (lagBytes > 0)
      return warning(
        `${name} was ${lagBytes} bytes behind the primary for a second. Look for a paused replay, a long query or a slow network there.`,
      );
    return ok(`${name} follows the primary.`);
  } catch (cause) {
    const { message, code } = cause as Error & { code?: string };
    return error(
      `${name} cannot be reached: ${message || code}. Start it, or remove it from DATABASE_REPLICA_URLS; the primary answers meanwhile.`,
    );
  }
}
