import { hash } from 'node:crypto';
import type { Pool } from 'pg';

const TTL = 10_000;

/** The developer of a bearer token, looked up in the database once in ten seconds; undefined for an unknown token. */
export function authenticator(pool: Pool): (header: string | undefined) => Promise<string | undefined> {
  const known = new Map<string, { developerId: string; until: number }>();
  return async (header) => {
    if (!header?.startsWith('Bearer ')) return undefined;
    const digest = hash('sha256', header.slice(7), 'base64');
    const entry = known.get(digest);
    if (entry && entry.until > Date.now()) return entry.developerId;
    const { rows } = await pool.query<{ developer_id: string }>({
      name: 'api_key',
      text: `select developer_id from api_keys
        where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
      values: [Buffer.from(digest, 'base64')],
    });
    const developerId = rows[0]?.developer_id;
    if (developerId) known.set(digest, { developerId, until: Date.now() + TTL });
    return developerId;
  };
}
