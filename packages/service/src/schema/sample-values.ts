/** Samples of different kinds refer to the same things. */
export const sampleAgent = { agentId: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a01', agentKey: 'support-agent' };
export const sampleCustomer = {
  customerId: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a02',
  customerKey: 'customer-abc',
};
export const sampleSessionKey = 'session-42';
export const sampleGoal = { id: '018d0c3e-7a8f-7d10-b6a4-3c2e1f0d9b12', key: 'qualified-lead' };
export const sampleTool = { id: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a04', key: 'crm.lookup' };

export const sampleTime = '2024-01-15T10:30:00.000Z';
export const sampleCreatedAt = '2024-01-15T10:30:00.125Z';
