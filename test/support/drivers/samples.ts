/** The body of the endpoint reference in the spec. */
export const endpointSample = {
  amount: '99.90',
  recordedAt: '2024-01-15T10:30:00.000Z',
  agentKey: 'support-agent',
  customerKey: 'customer-abc',
  description: 'Payment received',
};

/** The required fields of a revenue. */
export const minimal = { amount: '1.00', recordedAt: '2024-01-15T10:30:00.000Z' };

/** A well-formed id that names no row. */
export const unknownId = '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11';

/** The form of generated ids. */
export const recordId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** UTC with milliseconds. */
export const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
