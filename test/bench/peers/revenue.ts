/** The body of a revenue for peers: the product's fields. */
export type RevenueBody = {
  amount: string;
  recordedAt: string;
  agentKey?: string | null;
  customerKey?: string | null;
  sessionKey?: string | null;
  description?: string | null;
  key?: string | null;
  source?: string | null;
  goalId?: string | null;
  eventId?: string | null;
};

/** The answer of peers: the product's fields again. */
export type Revenue = {
  id: string;
  key: string;
  amount: string;
  source: string;
  agentId: string | null;
  agentKey: string | null;
  customerId: string | null;
  customerKey: string | null;
  goalId: string | null;
  eventId: string | null;
  description: string | null;
  recordedAt: string | Date;
  createdAt: string | Date;
  updatedAt: string | Date;
};

/** A row of {@link selectRevenues} as `pg` returns it. */
export type RevenueRow = {
  id: string;
  created_at: Date;
  key: string | null;
  amount: string;
  source: string;
  goal_id: string | null;
  event_id: string | null;
  description: string | null;
  recorded_at: Date;
  agent_id: string | null;
  agent_key: string | null;
  customer_id: string | null;
  customer_key: string | null;
};

/** The columns and joins of the product's own reads. */
export function selectRevenues(source: string): string {
  return `select r.id, r.created_at, r.key, r.amount, r.source, r.goal_id, r.event_id, r.description, r.recorded_at,
    r.agent_id, a.key as agent_key, r.customer_id, c.key as customer_key
    from ${source} r
    left join agents a on a.developer_id = r.developer_id and a.id = r.agent_id
    left join customers c on c.developer_id = r.developer_id and c.id = r.customer_id`;
}

export function toRevenue(row: RevenueRow): Revenue {
  return {
    id: row.id,
    key: row.key ?? `rev_${row.id}`,
    amount: row.amount,
    source: row.source,
    agentId: row.agent_id,
    agentKey: row.agent_key,
    customerId: row.customer_id,
    customerKey: row.customer_key,
    goalId: row.goal_id,
    eventId: row.event_id,
    description: row.description,
    recordedAt: row.recorded_at,
    createdAt: row.created_at,
    updatedAt: row.created_at,
  };
}
