import type { Mutant } from './mutants.ts';

/** `where`: a part of the path; `line`: the code around the condition. */
type Equivalent = { where: string; line: RegExp; because: string };

const ownIds = 'an id that the caller’s own rows named, and no other row has';
const salted = 'a hash that is made with the developer’s id';

/**
 * Conditions without an effect for callers, because the rest of the statement already selects the caller's rows. They
 * serve databases that are distributed by tenant, and as a second safeguard.
 */
const equivalents: readonly Equivalent[] = [
  {
    where: 'analytics/goal-rows.ts',
    line: /^r\.developer_id = \$1',\n\s*windowing\(edges, parameters\)/,
    because: 'goal types of the caller alone',
  },
  { where: 'analytics/row-keys.ts', line: /HIDDEN_TENANT/, because: ownIds },
  {
    where: 'analytics/',
    line: /cut = \$\{cuts\.agent\} and fact in/,
    because: 'an estimate that matters from millions of records on',
  },
  { where: 'correcting/write-changes.ts', line: /./, because: ownIds },
  { where: 'repricing/take-step.ts', line: /and (id|run_id) = \$2/, because: ownIds },
  { where: 'prices/operations.ts', line: /applied\.own\.id/, because: ownIds },
  { where: 'prices/repricing.ts', line: /revertsId: id/, because: ownIds },
  { where: 'correcting/reserve.ts', line: /key_hash/, because: salted },
  {
    where: 'reading/read-history.ts',
    line: /c\.record_id >= /,
    because: 'the versions of the record are asked for by developer, and without any it is not found',
  },
  { where: 'operations/execute-command.ts', line: /keyHash/, because: salted },
  { where: 'ledger/reservations.ts', line: /key_hash/, because: salted },
  { where: 'operations/stored-answers.ts', line: /shownRowId/, because: ownIds },
  {
    where: 'records/reading/read-per-parent.ts',
    line: /^developer_id = \$1 and \$\{column\} >= each\.parent/,
    because: 'the records themselves are asked for by developer',
  },
  {
    where: 'live/commit-log.ts',
    line: /xid\} >= /,
    because: 'the records of a commit are read for the caller alone',
  },
  {
    where: 'rollups/rollup-deltas.ts',
    line: /order by id, fact limit/,
    because: 'of what is seen, what the developer has is taken',
  },
  { where: 'rollups/rollup-deltas.ts', line: /\(\(id, fact\) in/, because: ownIds },
  {
    where: 'rollups/rollup-deltas.ts',
    line: /taken as|^developer_id = \$1`;/,
    because: 'it says when to fold again, and nothing to anybody',
  },
  {
    where: 'traces/forget-spans.ts',
    line: /./,
    because: 'it deletes spans that are too old or too many, which no answer shows',
  },
  { where: 'traces/told-events.ts', line: /./, because: ownIds },
  { where: 'sessions/read-sessions.ts', line: /r\.session_id = s\.id/, because: ownIds },
  { where: 'sessions/session-summary.ts', line: /t\.session_id = s\.id/, because: ownIds },
  {
    where: 'traces/source-counts.ts',
    line: /./,
    because: 'it matters to an account that has a thousand sources in an hour',
  },
  {
    where: 'database/distribution/citus.ts',
    line: /^\$\{(me|c)\.developerId\} = \$1(`,| and \$\{c\.fact)/,
    because: 'it is for Citus, which these tests do not have',
  },
];

export function isEquivalent(mutant: Mutant): boolean {
  return equivalents.some((one) => isOf(one, mutant));
}

/** Exceptions whose condition no longer exists, or has changed. */
export function staleExceptions(mutants: readonly Mutant[]): string[] {
  return equivalents
    .filter((one) => !mutants.some((mutant) => isOf(one, mutant)))
    .map(({ where, line }) => `${where} ${line}`);
}

function isOf({ where, line }: Equivalent, { file, context }: Mutant): boolean {
  return file.includes(where) && line.test(context);
}
