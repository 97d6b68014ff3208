import type { Database } from '@outturn/service';

/** Where a statement is struck: on its way to PostgreSQL, or with its answer on the way back. */
export type Strike = 'before' | 'after' | 'not';

/** The statements by which the ledger records, and looks up what became of its records. */
const ofTheLedger = /^(record_|claims_|(revenues|outcomes|goals|events)_by_id)/;

/**
 * Strikes the next statements of the ledger as `strikes` says, one after the other, each with an error of this `code`.
 * What comes after them works. `left` tells how many have not been used.
 */
export function makeFlaky(
  database: Database,
  code: string | undefined,
  strikes: readonly Strike[],
): { left(): number } {
  const plan = [...strikes];
  const steady = database.quick;
  database.quick = async (name, text, values) => {
    const strike = ofTheLedger.test(name) ? plan.shift() : undefined;
    const error = Object.assign(new Error(`struck ${strike}`), code !== undefined && { code });
    if (strike === undefined && plan.length === 0) database.quick = steady;
    if (strike === 'before') throw error;
    const rows = await steady(name, text, values);
    if (strike === 'after') throw error;
    return rows;
  };
  return { left: () => plan.length };
}
