import { z } from 'zod';
import type { Route } from '../route.ts';
import { type Json, ref } from './json.ts';
import { answerName, isList } from './schema-names.ts';
import { openEnded, tidy } from './tidy-schema.ts';

const uri = (name: string) => ref('schemas', name).$ref as string;

/** The schema of a route's answer, by reference. */
export function answerSchema(route: Route): Json {
  const answer = ref('schemas', answerName(route));
  return isList(route) ? { type: 'array', maxItems: 1000, items: answer } : answer;
}

/** The schemas of the answers of these routes, by name. They refer to each other: a batch result to its records. */
export function answerSchemas(routes: readonly Route[]): Record<string, Json> {
  const named = z.registry<{ id: string }>();
  for (const route of routes) {
    if (isList(route) || route.status === 204 || named.has(route.operation.output)) continue;
    named.add(route.operation.output, { id: answerName(route) });
  }
  const { schemas } = z.toJSONSchema(named, { io: 'output', unrepresentable: 'any', uri });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, openEnded(tidy(schema))]));
}
