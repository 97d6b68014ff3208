const who = { agentKey: 'support-agent', customerKey: 'customer-abc' };
const at = '2024-01-15T10:30:00.000Z';

/** A body for every schema of one, by its name. That of a revenue is the sample of the spec's endpoint reference. */
export const sampleBodies: Readonly<Record<string, object>> = {
  RecordRevenueInput: { amount: '99.90', recordedAt: at, ...who, description: 'Payment received' },
  RecordOutcomeInput: { value: '25.00', generatedAt: at, ...who, sessionKey: 'session-42' },
  RecordGoalInput: {
    goalKey: 'qualified-lead',
    ...who,
    sessionKey: 'session-42',
    metadata: { channel: 'email' },
    achievedAt: at,
  },
  RecordEventInput: {
    type: 'llm.call',
    name: 'Draft the reply',
    ...who,
    sessionKey: 'session-42',
    cost: '0.0123',
    inputTokens: 1200,
    outputTokens: 340,
    model: 'large-1',
    provider: 'Example AI',
    occurredAt: '2024-01-15T10:29:58.000Z',
    metadata: { temperature: 0.2 },
  },
  CreateAgentInput: {
    key: 'support-agent',
    name: 'Support agent',
    description: 'Answers tickets and sells upgrades.',
    metadata: { team: 'support' },
  },
  UpdateAgentInput: { name: 'Support agent', metadata: { team: 'support' } },
  CreateCustomerInput: { key: 'customer-abc', name: 'ABC Ltd', metadata: { plan: 'gold' } },
  UpdateCustomerInput: { name: 'ABC Ltd', description: null },
  CreateGoalTypeInput: {
    key: 'qualified-lead',
    name: 'Qualified lead',
    description: 'A lead that sales accepted.',
    value: '25.00',
  },
  UpdateGoalTypeInput: { value: '25.00' },
  CreateToolInput: {
    key: 'crm.lookup',
    name: 'CRM lookup',
    description: 'Finds a contact by its address.',
    value: '0.50',
  },
  UpdateToolInput: { value: '0.50' },
};
