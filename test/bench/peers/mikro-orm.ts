// Peer (c): Hono and MikroORM, `create` and `flush` per request.
import { serve } from '@hono/node-server';
import { MikroORM, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Hono } from 'hono';
import type { Pool } from 'pg';
import { z } from 'zod';
import { authenticator } from './authenticate.ts';
import { dimensionCache } from './dimension-cache.ts';
import { IdempotencyKey, Revenue } from './mikro-orm-entities.ts';
import { POOL_SIZE } from './pool-size.ts';
import { type PreparedRecord, prepareRecord } from './prepare-record.ts';
import { replay } from './replay.ts';

const key = z.string().min(1).max(255).nullish();
const Body = z.strictObject({
  amount: z.string().regex(/^-?\d{1,15}(\.\d{1,9})?$/),
  recordedAt: z.iso.datetime({ offset: true }),
  agentKey: key,
  customerKey: key,
  sessionKey: key,
  description: z.string().max(5000).nullish(),
  key,
  source: key,
  goalId: z.uuid().nullish(),
  eventId: z.uuid().nullish(),
});

const orm = await MikroORM.init({
  clientUrl: process.env.DATABASE_URL,
  entities: [Revenue, IdempotencyKey],
  pool: { min: 0, max: POOL_SIZE },
  forceUtcTimezone: true,
  driverOptions: { options: '-c TimeZone=UTC' },
});
const pool: Pool = await orm.em.getConnection().getNativeClient();
const authenticate = authenticator(pool);
const dimensions = dimensionCache(pool);

const app = new Hono<{ Variables: { developerId: string } }>();
app.use(async (c, next) => {
  const developerId = await authenticate(c.req.header('authorization'));
  if (developerId === undefined) return c.json({ code: 'Unauthorized' }, 401);
  c.set('developerId', developerId);
  return next();
});
app.post('/v1/revenues', async (c) => {
  const idempotencyKey = c.req.header('x-idempotency-key');
  const body = Body.safeParse(await c.req.json());
  if (!body.success || !idempotencyKey) return c.json({ code: 'Invalid Request' }, 400);
  const call = { idempotencyKey, body: body.data };
  const record = await prepareRecord(dimensions, c.get('developerId'), call);
  try {
    await create(record);
    return c.json(record.revenue, 201);
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const original = await replay(pool, record);
    if (!original) return c.json({ code: 'Idempotency Key Reused' }, 400);
    return c.json(original, 201, { 'Idempotent-Replayed': 'true' });
  }
});

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`Ready at http://127.0.0.1:${port}\n`),
);
process.once('SIGTERM', () => server.close(() => void orm.close()));

async function create({ developerId, keyHash, fingerprint, sessionId, ownKey, revenue }: PreparedRecord) {
  const em = orm.em.fork();
  em.create(IdempotencyKey, { developerId, keyHash, fingerprint, recordId: revenue.id });
  em.create(Revenue, {
    developerId,
    id: revenue.id,
    createdAt: new Date(revenue.createdAt),
    agentId: revenue.agentId,
    customerId: revenue.customerId,
    sessionId,
    key: ownKey,
    amount: revenue.amount,
    source: revenue.source,
    goalId: revenue.goalId,
    eventId: revenue.eventId,
    description: revenue.description,
    recordedAt: new Date(revenue.recordedAt),
  });
  await em.flush();
}
