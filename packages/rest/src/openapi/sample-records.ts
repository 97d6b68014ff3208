import type {
  Agent,
  Customer,
  Event,
  Goal,
  GoalType,
  Outcome,
  Revenue,
  Session,
  Tool,
} from '@outturn/service';

const agent = { agentId: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a01', agentKey: 'support-agent' };
const customer = { customerId: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a02', customerKey: 'customer-abc' };
const sessionKey = 'session-42';
const goalId = '018d0c3e-7a8f-7d10-b6a4-3c2e1f0d9b12';
const toolId = '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a04';
const createdAt = '2024-01-15T10:30:00.125Z';
const created = { createdAt, updatedAt: createdAt };

const revenue: Revenue = {
  id: '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11',
  key: 'rev_018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11',
  amount: '99.90',
  source: 'Manual',
  ...agent,
  ...customer,
  goalId: null,
  eventId: null,
  description: 'Payment received',
  recordedAt: '2024-01-15T10:30:00.000Z',
  ...created,
};

const outcome: Outcome = {
  id: '018d0c3e-7b20-7f02-a1c9-8e4b5d6c7a13',
  agentKey: agent.agentKey,
  sessionKey,
  customerKey: customer.customerKey,
  goalId,
  toolId: null,
  value: '25.00',
  generatedAt: '2024-01-15T10:30:00.000Z',
  createdAt,
};

const goal: Goal = {
  id: goalId,
  goalKey: 'qualified-lead',
  agentKey: agent.agentKey,
  sessionKey,
  customerKey: customer.customerKey,
  metadata: { channel: 'email' },
  achievedAt: '2024-01-15T10:30:00.000Z',
  createdAt,
};

const event: Event = {
  id: '018d0c3e-7b31-7a5d-92e7-0d1f2a3b4c14',
  type: 'llm.call',
  name: 'Draft the reply',
  agentKey: agent.agentKey,
  sessionKey,
  customerKey: customer.customerKey,
  toolKey: null,
  cost: '0.0123',
  inputTokens: 1200,
  outputTokens: 340,
  model: 'large-1',
  provider: 'Example AI',
  occurredAt: '2024-01-15T10:29:58.000Z',
  metadata: { temperature: 0.2 },
  createdAt,
};

const agentRecord: Agent = {
  id: agent.agentId,
  key: agent.agentKey,
  name: 'Support agent',
  description: 'Answers tickets and sells upgrades.',
  metadata: { team: 'support' },
  ...created,
};

const customerRecord: Customer = {
  id: customer.customerId,
  key: customer.customerKey,
  name: 'ABC Ltd',
  description: null,
  metadata: { plan: 'gold' },
  ...created,
};

const goalType: GoalType = {
  id: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a03',
  key: 'qualified-lead',
  name: 'Qualified lead',
  description: 'A lead that sales accepted.',
  metadata: null,
  ...created,
  value: '25.00',
};

const tool: Tool = {
  id: toolId,
  key: 'crm.lookup',
  name: 'CRM lookup',
  description: 'Finds a contact by its address.',
  metadata: null,
  ...created,
  value: '0.50',
};

const session: Session = {
  id: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a05',
  key: sessionKey,
  ...agent,
  ...customer,
  ...created,
};

/** One of everything, by its noun. They belong together: what one names, another is. */
export const sampleRecords: Readonly<Record<string, object>> = {
  Revenue: revenue,
  Outcome: outcome,
  Goal: goal,
  Event: event,
  Agent: agentRecord,
  Customer: customerRecord,
  GoalType: goalType,
  Tool: tool,
  Session: session,
};
