import type { Mutant } from './mutants.ts';

type Equivalent = { file: string; line: RegExp; because: string };

const ownIds = 'an id that the caller’s own rows named, and no other row has';
const salted = 'a hash that is made with the developer’s id';

/**
 * Conditions that no caller can notice, because the rest of the statement already names rows of the caller alone: they
 * are there for databases that are distributed by tenant, and as a second lock.
 */
const equivalents: readonly Equivalent[] = [
  { file: 'analytics/dimensions.ts', line: /t\.id = \$\{id\}/, because: ownIds },
  {
    file: 'analytics/rows.ts',
    line: /^r\.developer_id = \$1',\n\s*`r\.achieved_at/,
    because: 'goal types of the caller alone',
  },
  { file: 'analytics/statements.ts', line: /on named_id = k/, because: ownIds },
  {
    file: 'analytics/window-records.ts',
    line: /cut = 1 and fact in/,
    because: 'an estimate that matters from millions of records on',
  },
  { file: 'kernel/dimensions/dimension-store.ts', line: /id: row\.id/, because: ownIds },
  { file: 'kernel/execute-command.ts', line: /key_hash/, because: salted },
  { file: 'kernel/ledger/claims.ts', line: /key_hash/, because: salted },
  { file: 'kernel/ledger/read-records.ts', line: /d\.id = r\./, because: ownIds },
  { file: 'kernel/ledger/statement.ts', line: /d\.id = r\./, because: ownIds },
  {
    file: 'kernel/live/commits.ts',
    line: /xid >= /,
    because: 'the records of a commit are read for the caller alone',
  },
  { file: 'sessions/read-sessions.ts', line: /[ac]\.id = s\./, because: ownIds },
  { file: 'sessions/read-sessions.ts', line: /_id = wanted\.owner/, because: ownIds },
];

export function isEquivalent({ file, context }: Mutant): boolean {
  return equivalents.some((one) => file.endsWith(one.file) && one.line.test(context));
}
