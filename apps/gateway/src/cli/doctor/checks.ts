import type { Check } from './check.ts';
import { checkAutovacuumSettings } from './check-autovacuum-settings.ts';
import { checkClock } from './check-clock.ts';
import { checkConnectionRoom } from './check-connection-room.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkPoolers } from './check-poolers.ts';
import { checkReachability } from './check-reachability.ts';
import { checkRedis } from './check-redis.ts';
import { checkReplicas } from './check-replicas.ts';
import { checkRole } from './check-role.ts';
import { checkSchema } from './check-schema.ts';
import { checkSecret } from './check-secret.ts';
import { checkSettings } from './check-settings.ts';
import { checkStatistics } from './check-statistics.ts';
import { checkVersions } from './check-versions.ts';

/** In the order of the output. */
export const checks: readonly Check[] = [
  checkSettings,
  checkSecret,
  checkDatabase,
  checkRole,
  checkSchema,
  checkVersions,
  checkPoolers,
  checkConnectionRoom,
  checkAutovacuumSettings,
  checkStatistics,
  checkClock,
  checkReplicas,
  checkRedis,
  checkDisk,
  checkReachability,
];
