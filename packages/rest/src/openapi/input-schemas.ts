import { z } from 'zod';
import type { Route } from '../route.ts';
import { isJson, type Json, ref } from './json.ts';
import { bodyName } from './schema-names.ts';
import { tidy } from './tidy-schema.ts';

/** The JSON schema of everything that a route takes, whether it travels in the path, the query or the body. */
export function inputSchema({ operation }: Route): Json {
  return inputForm(operation.kind === 'record-batch' ? operation.items.element : operation.input);
}

/** An input schema in the words of OpenAPI. */
export function inputForm(schema: z.ZodType): Json {
  // Metadata is checked by code; its schema says what it is by itself.
  return tidy(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

/** The names in braces of a path. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** The names of what must be sent. */
export function requiredFields(route: Route): string[] {
  const { required } = inputSchema(route);
  return Array.isArray(required) ? required : [];
}

/** The schema of a route's body, by reference. */
export function bodySchema(route: Route): Json {
  const body = ref('schemas', bodyName(route));
  if (route.operation.kind !== 'record-batch') return body;
  return { type: 'array', minItems: 1, maxItems: 1000, items: body };
}

/** The schemas of the bodies of these routes, by name. */
export function bodySchemas(routes: readonly Route[]): Record<string, Json> {
  const withBody = routes.filter(({ method }) => method === 'post' || method === 'patch');
  return Object.fromEntries(withBody.map((route) => [bodyName(route), ownBody(route)]));
}

/** The input of a route without its path parameters. */
function ownBody(route: Route): Json {
  const { properties, required: _, ...schema } = inputSchema(route);
  const inPath = pathNames(route.path);
  const fields = Object.entries(isJson(properties) ? properties : {}).filter(
    ([name]) => !inPath.includes(name),
  );
  const names = requiredFields(route).filter((name) => !inPath.includes(name));
  return { ...schema, properties: Object.fromEntries(fields), ...(names.length > 0 && { required: names }) };
}
