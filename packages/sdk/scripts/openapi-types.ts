import { interfaces, type Json } from './interfaces.ts';

const head = `// Generated from openapi.json by \`npm test -- packages/sdk --update\`.
import type { Amount } from '../amount.ts';

/** Error code of the API, or \`HTTP 502\` and the like if a proxy answered. Later versions of the API may add codes. */
export type ErrorCode = Error['code'] | (string & Record<never, never>);

`;

export async function openApiTypes(document: Json): Promise<string> {
  return head + (await interfaces(onlyNeeded(document)));
}

/** Removes examples, headers and error answers, whose types are unused and make up most of the document. */
function onlyNeeded({ components, ...document }: Json): Json {
  const { schemas } = components as { schemas: Json };
  return { ...(withoutNoise(document) as Json), components: { schemas: withoutNoise(schemas) } };
}

const noise = /^(example|examples|headers|[45]\d\d)$/;

function withoutNoise(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNoise(item));
  if (typeof value !== 'object' || value === null) return value;
  // Below `properties`, names are fields and not keywords.
  const fields = Object.entries(value).filter(([name]) => parent === 'properties' || !noise.test(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutNoise(field, name)]));
}
