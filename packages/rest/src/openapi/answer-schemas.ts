import { Rejection } from '@outturn/service';
import { z } from 'zod';
import { itemOf, type Route } from '../routes.ts';
import { type Json, ref } from './json.ts';
import { answerName, isList } from './schema-names.ts';
import { openEnded, tidy } from './tidy-schema.ts';

const uri = (name: string) => ref('schemas', name).$ref as string;

/** Returns a reference. */
export function answerSchema(route: Route): Json {
  const answer = ref('schemas', answerName(route));
  return isList(route) ? { type: 'array', maxItems: 1000, items: answer } : answer;
}

/** Schemas by name. Batch results refer to their records and rejections. */
export function answerSchemas(routes: readonly Route[]): Record<string, Json> {
  const named = z.registry<{ id: string }>();
  named.add(Rejection, { id: 'Rejection' });
  for (const route of routes) {
    const schema = itemOf(route.operation.output);
    if (route.status === 204 || named.has(schema)) continue;
    named.add(schema, { id: answerName(route) });
  }
  const { schemas } = z.toJSONSchema(named, { io: 'output', unrepresentable: 'any', uri });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, openEnded(tidy(schema))]));
}
