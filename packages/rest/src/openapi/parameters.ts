import { IdempotencyKey, isMutation } from '@outturn/service';
import type { Route } from '../route.ts';
import { recordExample } from './examples.ts';
import { inputForm, inputSchema, pathNames } from './input-schemas.ts';
import { isJson, type Json, ref } from './json.ts';

const idempotencyHeader = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: inputForm(IdempotencyKey),
});

export const idempotencyParameters: Record<string, Json> = {
  IdempotencyKey: idempotencyHeader(
    'Idempotency-Key',
    'Your own key for this request, at most 255 visible ASCII characters. A retry with the same key returns the original answer.',
  ),
  XIdempotencyKey: idempotencyHeader(
    'x-idempotency-key',
    'The same as `Idempotency-Key`. Send one of the two; different values are refused.',
  ),
};

/** Path parameters, and the query (reads) or the idempotency key (writes). */
export function parametersOf(route: Route): Json[] {
  const { properties } = inputSchema(route);
  const fields = Object.entries(isJson(properties) ? properties : {});
  const inPath = pathNames(route.path);
  const path = fields
    .filter(([name]) => inPath.includes(name))
    .map(([name, schema]) => pathParameter(route, name, schema));
  if (isMutation(route.operation)) {
    return [...path, ...Object.keys(idempotencyParameters).map((name) => ref('parameters', name))];
  }
  const query = fields
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => parameter(name, 'query', schema));
  return [...path, ...query];
}

function pathParameter(route: Route, name: string, schema: unknown): Json {
  return { ...parameter(name, 'path', schema), required: true, example: recordExample(route)[name] };
}

function parameter(name: string, place: 'path' | 'query', schema: unknown): Json {
  const { description, examples, ...rest } = isJson(schema) ? schema : {};
  return { name, in: place, required: false, description, schema: rest };
}
