import { connectionsInUse, roomForConnections } from '@outturn/service';
import { checkConnections } from '../../process/check-connections.ts';
import { databaseCheck, ok, warning, warningsOf } from './check.ts';

/** Share of the connections in use. */
const NEARLY_FULL = 0.9;

export const checkConnectionRoom = databaseCheck('connections', async (database, { settings, workers }) => {
  const [room, used] = [await roomForConnections(database), await connectionsInUse(database)];
  const found = await warningsOf((logger) => checkConnections(database, { settings, workers, logger }));
  const inUse = `${used} of ${room} connections of PostgreSQL are in use`;
  if (used > room * NEARLY_FULL)
    return [...found, warning(`${inUse}. End programs that hold them, or raise max_connections.`)];
  return found.length > 0 ? found : [ok(`${inUse}.`)];
});
