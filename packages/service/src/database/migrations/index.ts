import { InitialSchema } from './001-initial-schema.ts';
import { WholeRollups } from './002-whole-rollups.ts';
import { Reports } from './003-reports.ts';
import { Commits } from './004-commits.ts';
import { Accounts } from './005-accounts.ts';
import { SessionIndexes } from './006-session-indexes.ts';
import { RollupStatistics } from './007-rollup-statistics.ts';
import { ReplicaMarks } from './008-replica-marks.ts';
import { Tenants } from './009-tenants.ts';
import { RollupDeltas } from './010-rollup-deltas.ts';
import { RotatedKeys } from './011-rotated-keys.ts';
import { RecordingUsers } from './012-recording-users.ts';
import { AccountIssuers } from './013-account-issuers.ts';
import { FullAccess } from './014-full-access.ts';
import { SessionEnds } from './015-session-ends.ts';

/** In order. Never change a released migration. */
export const migrations = [
  { name: '001-initial-schema', class: InitialSchema },
  { name: '002-whole-rollups', class: WholeRollups },
  { name: '003-reports', class: Reports },
  { name: '004-commits', class: Commits },
  { name: '005-accounts', class: Accounts },
  { name: '006-session-indexes', class: SessionIndexes },
  { name: '007-rollup-statistics', class: RollupStatistics },
  { name: '008-replica-marks', class: ReplicaMarks },
  { name: '009-tenants', class: Tenants },
  { name: '010-rollup-deltas', class: RollupDeltas },
  { name: '011-rotated-keys', class: RotatedKeys },
  { name: '012-recording-users', class: RecordingUsers },
  { name: '013-account-issuers', class: AccountIssuers },
  { name: '014-full-access', class: FullAccess },
  { name: '015-session-ends', class: SessionEnds },
] as const;
