const nullable = (schema: object) => ({ ...schema, nullable: true });
const key = nullable({ type: 'string', minLength: 1, maxLength: 255 });
const uuid = nullable({ type: 'string', format: 'uuid' });

/** JSON schema of the body: the product's rules, as far as JSON schema can express them. */
export const revenueBody = {
  type: 'object',
  additionalProperties: false,
  required: ['amount', 'recordedAt'],
  properties: {
    amount: { type: 'string', pattern: '^-?\\d{1,15}(\\.\\d{1,9})?$' },
    recordedAt: { type: 'string', format: 'date-time' },
    agentKey: key,
    customerKey: key,
    sessionKey: key,
    description: nullable({ type: 'string', maxLength: 5000 }),
    key,
    source: key,
    goalId: uuid,
    eventId: uuid,
  },
};

export const recordHeaders = {
  type: 'object',
  required: ['x-idempotency-key'],
  properties: { 'x-idempotency-key': { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' } },
};

const text = { type: 'string' };
const nullableText = nullable(text);

/** The schema from which Fastify compiles a serializer for the answer. */
export const revenueAnswer = {
  type: 'object',
  properties: {
    id: text,
    key: text,
    amount: text,
    source: text,
    agentId: nullableText,
    agentKey: nullableText,
    customerId: nullableText,
    customerKey: nullableText,
    goalId: nullableText,
    eventId: nullableText,
    description: nullableText,
    recordedAt: text,
    createdAt: text,
    updatedAt: text,
  },
};

export const listQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
    offset: { type: 'integer', minimum: 0, default: 0 },
  },
};

export const idParameter = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } };
