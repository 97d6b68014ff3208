import type { Pool } from 'pg';
import type { PreparedRecord } from './prepare-record.ts';
import { type Revenue, type RevenueRow, selectRevenues, toRevenue } from './revenue.ts';

/** The original of a record whose idempotency key is taken; undefined when the key was used with other input. */
export async function replay(
  pool: Pool,
  { developerId, keyHash, fingerprint }: Pick<PreparedRecord, 'developerId' | 'keyHash' | 'fingerprint'>,
): Promise<Revenue | undefined> {
  const { rows } = await pool.query<RevenueRow>({
    name: 'replay',
    text: `${selectRevenues('revenues')}
      join idempotency_keys k on k.developer_id = r.developer_id and k.record_id = r.id
      where k.developer_id = $1 and k.key_hash = $2 and k.fingerprint = $3`,
    values: [developerId, keyHash, fingerprint],
  });
  const [row] = rows;
  return row && toRevenue(row);
}
