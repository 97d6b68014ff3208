import { z } from 'zod';
import { hasBody, type Route } from '../routes.ts';
import { isJson, type Json, ref } from './json.ts';
import { bodyName } from './schema-names.ts';
import { tidy } from './tidy-schema.ts';

/** Covers path, query and body. */
export function inputSchema({ operation }: Route): Json {
  return inputForm(operation.kind === 'record-batch' ? operation.items.element : operation.input);
}

export function inputForm(schema: z.ZodType): Json {
  // Metadata is checked by code; its schema says what it is by itself.
  return tidy(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

/** Names of path parameters. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function requiredFields(route: Route): string[] {
  const { required } = inputSchema(route);
  return Array.isArray(required) ? required : [];
}

/** Returns a reference. */
export function bodySchema(route: Route): Json {
  const body = ref('schemas', bodyName(route));
  if (route.operation.kind !== 'record-batch') return body;
  return { type: 'array', minItems: 1, maxItems: 1000, items: body };
}

export function bodySchemas(routes: readonly Route[]): Record<string, Json> {
  return Object.fromEntries(routes.filter(hasBody).map((route) => [bodyName(route), ownBody(route)]));
}

/** Excludes path parameters. */
function ownBody(route: Route): Json {
  const { properties, required: _, ...schema } = inputSchema(route);
  const inPath = pathNames(route.path);
  const fields = Object.entries(isJson(properties) ? properties : {}).filter(
    ([name]) => !inPath.includes(name),
  );
  const names = requiredFields(route).filter((name) => !inPath.includes(name));
  return { ...schema, properties: Object.fromEntries(fields), ...(names.length > 0 && { required: names }) };
}
