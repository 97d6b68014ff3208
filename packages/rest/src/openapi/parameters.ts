import { IdempotencyKey, isMutation, Key } from '@outturn/service';
import type { Route } from '../routes.ts';
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

const idempotencyParameters: Record<string, Json> = {
  IdempotencyKey: idempotencyHeader(
    'Idempotency-Key',
    'Your own key for this request, at most 255 visible ASCII characters. A retry with the same key returns the original answer.',
  ),
  XIdempotencyKey: idempotencyHeader(
    'x-idempotency-key',
    'The same as `Idempotency-Key`. Send one of the two; different values are refused.',
  ),
};

/** A way for keys that a path cannot have everywhere. */
const keyInQuery: Json = {
  ...parameter('key', 'query', inputForm(Key)),
  description:
    'The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`.',
};

/** Parameters by name that are the same in several operations; those of queries alone. */
export function sharedParameters(routes: readonly Route[]): Record<string, Json> {
  const all = routes.flatMap((route) => queryParameters(route));
  const recurring = all.filter((one, i) => all.findIndex((other) => isSame(one, other)) < i);
  // Where one name has two meanings, the first is shared.
  const first = recurring.filter((one, i) => recurring.findIndex(({ name }) => name === one.name) === i);
  return {
    ...idempotencyParameters,
    KeyInQuery: keyInQuery,
    ...Object.fromEntries(first.map((one) => [String(one.name), one])),
  };
}

const isSame = (one: Json, other: Json) => JSON.stringify(one) === JSON.stringify(other);

/** Path parameters, and the query (reads) or the idempotency key (writes); references to those in `shared`. */
export function parametersOf(route: Route, shared: Record<string, Json>): Json[] {
  const inPath = pathNames(route.path);
  const path = fieldsOf(route)
    .filter(([name]) => inPath.includes(name))
    .map(([name, schema]) => pathParameter(route, name, schema));
  if (inPath.includes('key')) path.push(ref('parameters', 'KeyInQuery'));
  if (isMutation(route.operation))
    return [...path, ...Object.keys(idempotencyParameters).map((name) => ref('parameters', name))];
  const query = queryParameters(route).map((one) => {
    const name = String(one.name);
    return isSame(one, shared[name] ?? {}) ? ref('parameters', name) : one;
  });
  return [...path, ...query];
}

function queryParameters(route: Route): Json[] {
  if (isMutation(route.operation)) return [];
  const inPath = pathNames(route.path);
  return fieldsOf(route)
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => queryParameter(route, name, schema));
}

/** A client cannot guess a parameter that must be there, so it has an example. */
function queryParameter(route: Route, name: string, schema: unknown): Json {
  const { required } = inputSchema(route);
  const isRequired = Array.isArray(required) && required.includes(name);
  const [example] = isJson(schema) && Array.isArray(schema.examples) ? schema.examples : [];
  return { ...parameter(name, 'query', schema), ...(isRequired && { required: true, example }) };
}

function fieldsOf(route: Route): [name: string, schema: unknown][] {
  const { properties } = inputSchema(route);
  return Object.entries(isJson(properties) ? properties : {});
}

function pathParameter(route: Route, name: string, schema: unknown): Json {
  return { ...parameter(name, 'path', schema), required: true, example: recordExample(route)[name] };
}

function parameter(name: string, place: 'path' | 'query', schema: unknown): Json {
  const { description, examples, ...rest } = isJson(schema) ? schema : {};
  return { name, in: place, required: false, description, schema: rest };
}
