import type { Json } from './json.ts';

const description = `Records and reports the value of AI agents: the revenue that they bring in, the valuable outcomes that they
produce, the goals that they achieve and the events on the way there.

**Authentication.** Every request carries \`Authorization: Bearer <API key>\`, or \`X-API-Key: <API key>\` where a proxy
needs \`Authorization\` for itself. Keys are generated in the dashboard under
Settings, API Keys, and are shown once. A key has full access or a list of scopes; each operation names its required
scope. Records belong to the developer of the key; records of other developers are not found.

**Idempotency.** Every request that writes accepts an idempotency key in \`Idempotency-Key\` or \`x-idempotency-key\`. A
retry with the same key and body writes nothing and returns the original answer with \`Idempotent-Replayed: true\`. The
same key with another body is refused.

**Lists** are JSON arrays, newest first. \`limit\` and \`offset\` page through them; for deep paging follow the \`Link\`
header with \`rel="next"\`, which is sent as long as there is more.

**Errors** have the same five fields; validation errors add \`details\` with one entry per wrong field.

**Values.** Money is a decimal string in USD (\`"99.90"\`), never a number. Timestamps are ISO 8601;
answers use UTC with milliseconds. Fields that are not set are null.

**Compatibility.** Within \`/v1\` fields, query parameters and endpoints may be added, never removed or changed. Ignore
fields that you do not know.`;

export const info: Json = {
  title: 'Outturn API',
  version: '1.0.0',
  summary: 'Revenues, outcomes, goals and events of AI agents.',
  description: description.replaceAll(/(?<!\n)\n(?!\n)/g, ' '),
  contact: { name: 'Outturn' },
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
};

export const SECURITY_SCHEME = 'apiKey';

export const securitySchemes: Record<string, Json> = {
  [SECURITY_SCHEME]: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, `ot_live_…`. A missing, malformed, unknown, expired or revoked key is answered with 401, a key without the scope of the operation with 403.',
  },
};
