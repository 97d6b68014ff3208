// Peer (b): Fastify and pg, a transaction of begin, reserve, insert, commit.
import type { PoolClient } from 'pg';
import { serveFastify } from './fastify-app.ts';
import { type PreparedRecord, revenueColumns, revenueValues } from './prepare-record.ts';

const reservation = `insert into idempotency_keys (developer_id, key_hash, fingerprint, record_id) values ($1, $2, $3, $4)
  on conflict do nothing`;
const insert = `insert into revenues (${revenueColumns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

await serveFastify({
  async write(pool, record) {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const isWritten = await writeRecord(client, record);
      await client.query('commit');
      return isWritten;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  },
});

async function writeRecord(client: PoolClient, record: PreparedRecord): Promise<boolean> {
  const { developerId, keyHash, fingerprint, revenue } = record;
  const reservationValues = [developerId, keyHash, fingerprint, revenue.id];
  const { rowCount } = await client.query({
    name: 'reservation',
    text: reservation,
    values: reservationValues,
  });
  if (rowCount === 0) return false;
  await client.query({ name: 'insert', text: insert, values: revenueValues(record) });
  return true;
}
