// Peer (a): Fastify and pg, one statement that reserves the key and inserts the record.
import { serveFastify } from './fastify-app.ts';
import { revenueColumns, revenueValues } from './prepare-record.ts';

const text = `
  with reserved as (
    insert into idempotency_keys (developer_id, key_hash, fingerprint, record_id) values ($1, $14, $15, $2)
    on conflict do nothing returning record_id)
  insert into revenues (${revenueColumns})
  select $1, record_id, $3::timestamptz, $4::uuid, $5::uuid, $6::uuid, $7, $8::numeric, $9, $10::uuid, $11::uuid, $12,
    $13::timestamptz
  from reserved`;

await serveFastify({
  async write(pool, record) {
    const values = [...revenueValues(record), record.keyHash, record.fingerprint];
    const { rowCount } = await pool.query({ name: 'record', text, values });
    return rowCount === 1;
  },
});
