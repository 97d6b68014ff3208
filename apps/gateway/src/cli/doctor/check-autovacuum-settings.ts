import { checkAutovacuum } from '../../process/check-autovacuum.ts';
import { databaseCheck, warningsOf } from './check.ts';

export const checkAutovacuumSettings = databaseCheck('autovacuum', (database) =>
  warningsOf((logger) => checkAutovacuum(database, logger), 'It is on.'),
);
