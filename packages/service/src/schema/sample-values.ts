/** Samples of different kinds refer to the same things. */
export const sampleGoal = { id: '018d0c3e-7a8f-7d10-b6a4-3c2e1f0d9b12', key: 'qualified-lead' };

export const sampleTime = '2024-01-15T10:30:00.000Z';
export const sampleCreatedAt = '2024-01-15T10:30:00.125Z';
