import type { Database } from '@outturn/service';

/** Where the fault of a statement occurs: on its way to PostgreSQL, or with its answer on the way back. */
export type Strike = 'before' | 'after' | 'not';

/** The statements with which the ledger records, and looks up whether its records were written. */
const ofTheLedger = /^(record_|reservations_|(revenues|outcomes|goals|events)_by_id)/;

/**
 * Applies `strikes` to the next statements of the ledger one after the other, as errors with this `code`.
 * Later statements succeed. `left` returns how many strikes have not been used.
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
