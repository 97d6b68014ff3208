import { hash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { DimensionCache } from './dimension-cache.ts';
import type { Revenue, RevenueBody } from './revenue.ts';

/** A revenue that is ready to be written, with the reservation on its idempotency key. */
export type PreparedRecord = {
  developerId: string;
  /** Both are 128 bits as hex. */
  keyHash: string;
  fingerprint: string;
  sessionId: string | null;
  /** The client's key; without one the answer shows a generated key. */
  ownKey: string | null;
  revenue: Revenue;
};

export async function prepareRecord(
  dimensions: DimensionCache,
  developerId: string,
  { idempotencyKey, body }: { idempotencyKey: string; body: RevenueBody },
): Promise<PreparedRecord> {
  const id = uuidv7();
  const createdAt = new Date().toISOString();
  return {
    developerId,
    keyHash: sha128(`${developerId} ${idempotencyKey}`),
    fingerprint: sha128(JSON.stringify(body)),
    sessionId: await dimensions(developerId, 'sessions', body.sessionKey),
    ownKey: body.key ?? null,
    revenue: {
      id,
      key: body.key ?? `rev_${id}`,
      amount: body.amount,
      source: body.source ?? 'Manual',
      agentId: await dimensions(developerId, 'agents', body.agentKey),
      agentKey: body.agentKey ?? null,
      customerId: await dimensions(developerId, 'customers', body.customerKey),
      customerKey: body.customerKey ?? null,
      goalId: body.goalId ?? null,
      eventId: body.eventId ?? null,
      description: body.description ?? null,
      recordedAt: new Date(body.recordedAt).toISOString(),
      createdAt,
      updatedAt: createdAt,
    },
  };
}

/** The values of a row of `revenues`, in the order of {@link revenueColumns}. */
export function revenueValues({ developerId, sessionId, ownKey, revenue }: PreparedRecord): unknown[] {
  return [
    developerId,
    revenue.id,
    revenue.createdAt,
    revenue.agentId,
    revenue.customerId,
    sessionId,
    ownKey,
    revenue.amount,
    revenue.source,
    revenue.goalId,
    revenue.eventId,
    revenue.description,
    revenue.recordedAt,
  ];
}

export const revenueColumns = `developer_id, id, created_at, agent_id, customer_id, session_id, key, amount, source,
  goal_id, event_id, description, recorded_at`;

function sha128(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32);
}
