import { uuidArray } from '../../database/array-literal.ts';
import type { Database } from '../../database/database.ts';
import { rowById } from '../../database/lookup-sql.ts';

/** As followers get it. */
export type Step = { run: string; events: number; costChange: string };

/** By id. */
export async function readSteps(
  database: Database,
  developerId: string,
  ids: readonly string[],
): Promise<Map<string, Step>> {
  const rows = await database.quick(
    'repricing_steps_by_id',
    `select t.id, t.repricing_id, t.events, t.cost_change from unnest($2::uuid[]) w(id)
       cross join lateral (${rowById('repricing_steps', 'w.id', '*')}) t`,
    [developerId, uuidArray(ids)],
  );
  return new Map(
    rows.map(([id, run, events, costChange]) => [
      id as string,
      { run: run as string, events: Number(events), costChange: costChange as string },
    ]),
  );
}
