import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/in-transaction.ts';

/** Hours for which ancestors are found. */
const KEPT_HOURS = 48;
/** Kept spans of one developer. */
const MOST = 5_000_000;
/** Rows of one statement. */
const CHUNK = 10_000;
/** Rows of one statement of a developer who has too many, which sorts all of them. */
const TRIMMED = 500_000;

const old = `select developer_id, trace_id, span_id from spans
  where seen_at < now() - ${KEPT_HOURS} * interval '1 hour' order by seen_at limit ${CHUNK}`;

/** Oldest first. */
const beyond = `select developer_id, trace_id, span_id from spans where developer_id = $1 order by seen_at limit $2`;

const forget = (chosen: string) => `delete from spans s using (${chosen}) o
  where s.developer_id = o.developer_id and s.trace_id = o.trace_id and s.span_id = o.span_id returning 1`;

/** Deletes spans that are too old, and the oldest of a developer who has too many. */
export async function forgetSpans(database: Database, most = MOST): Promise<void> {
  for (let deleted = CHUNK; deleted === CHUNK; )
    deleted = (await inTransaction(database, (ask) => ask('spans_forget', forget(old), []))).length;
  const full = await database.rows(
    'spans_count',
    'select developer_id, count(*) - $1::bigint from spans group by developer_id having count(*) > $1::bigint',
    [most],
  );
  for (const [developerId, excess] of full)
    for (let left = Number(excess); left > 0; left -= TRIMMED)
      await inTransaction(database, (ask) =>
        ask('spans_trim', forget(beyond), [developerId, Math.min(left, TRIMMED)]),
      );
}
