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
    where: 'analytics/',
    line: /^r\.developer_id = \$1',\n\s*`\$\{time\} >= .*edges\[0\]/,
    because: 'goal types of the caller alone',
  },
  {
    where: 'analytics/',
    line: /cut = \$\{cuts\.agent\} and fact in/,
    because: 'an estimate that matters from millions of records on',
  },
  { where: 'correcting/write-changes.ts', line: /./, because: ownIds },
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
