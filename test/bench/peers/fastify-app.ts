import { fastify } from 'fastify';
import { Pool } from 'pg';
import { authenticator } from './authenticate.ts';
import { dimensionCache } from './dimension-cache.ts';
import { addReads } from './fastify-reads.ts';
import { recordHeaders, revenueAnswer, revenueBody } from './fastify-schemas.ts';
import { POOL_SIZE } from './pool-size.ts';
import { type PreparedRecord, prepareRecord } from './prepare-record.ts';
import { replay } from './replay.ts';
import type { RevenueBody } from './revenue.ts';

/** Writes a record and its reservation. Returns false, without a write, when the reservation is taken. */
export type WriteRecord = (pool: Pool, record: PreparedRecord) => Promise<boolean>;

/** Serves the revenues of the product's REST surface with Fastify and `pg`; prints its address. */
export async function serveFastify({ write }: { write: WriteRecord }): Promise<void> {
  const pool = new Pool({
    connectionString: process.env.DATABASE_URL,
    max: POOL_SIZE,
    options: '-c TimeZone=UTC',
  });
  const dimensions = dimensionCache(pool);
  const authenticate = authenticator(pool);
  const app = fastify({
    logger: false,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: 'array', allErrors: false } },
  });
  app.decorateRequest('developerId', '');
  app.addHook('onRequest', async (request, reply) => {
    const developerId = await authenticate(request.headers.authorization);
    if (developerId === undefined) return reply.code(401).send({ code: 'Unauthorized' });
    request.developerId = developerId;
  });
  app.post<{ Body: RevenueBody; Headers: { 'x-idempotency-key': string } }>(
    '/v1/revenues',
    { schema: { body: revenueBody, headers: recordHeaders, response: { 201: revenueAnswer } } },
    async ({ developerId, headers, body }, reply) => {
      const call = { idempotencyKey: headers['x-idempotency-key'], body };
      const record = await prepareRecord(dimensions, developerId, call);
      if (await write(pool, record)) return reply.code(201).send(record.revenue);
      const original = await replay(pool, record);
      if (!original) return reply.code(400).send({ code: 'Idempotency Key Reused' });
      return reply.code(201).header('Idempotent-Replayed', 'true').send(original);
    },
  );
  addReads(app, pool);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  process.stdout.write(`Ready at ${address}\n`);
  process.once('SIGTERM', async () => {
    await app.close();
    await pool.end();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    developerId: string;
  }
}
