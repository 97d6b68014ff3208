import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
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
import { RequiredSchema } from './016-required-schema.ts';
import { SessionOwners } from './017-session-owners.ts';
import { StoredAnswers } from './018-stored-answers.ts';
import { ForgottenCommits } from './019-forgotten-commits.ts';
import { OperationsOfKeys } from './020-operations-of-keys.ts';
import { NumberlessGateways } from './021-numberless-gateways.ts';

type Step = {
  /** Begins with its number. */
  name: `${number}-${string}`;
  class: Constructor<Migration>;
  /** Gateways that do not know it would write wrong data once it is used: `outturn migrate --finish` excludes them. */
  needsFinish?: true;
};

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
  { name: '016-required-schema', class: RequiredSchema },
  { name: '017-session-owners', class: SessionOwners, needsFinish: true },
  { name: '018-stored-answers', class: StoredAnswers, needsFinish: true },
  { name: '019-forgotten-commits', class: ForgottenCommits },
  { name: '020-operations-of-keys', class: OperationsOfKeys },
  { name: '021-numberless-gateways', class: NumberlessGateways },
] as const satisfies readonly Step[];

export type MigrationName = (typeof migrations)[number]['name'];

const steps: readonly Step[] = migrations;

export function numberOf(name: MigrationName | Step['name']): number {
  return Number.parseInt(name, 10);
}

/** Number of the newest schema that this version knows. */
export const schemaNumber = Math.max(...steps.map(({ name }) => numberOf(name)));

/** The number that a database requires after the second step of all migrations. */
export const finishedNumber = Math.max(
  0,
  ...steps.flatMap(({ name, needsFinish }) => (needsFinish ? [numberOf(name)] : [])),
);
