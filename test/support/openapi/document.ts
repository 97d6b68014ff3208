import { readFileSync } from 'node:fs';
import path from 'node:path';

export type Json = { [key: string]: unknown };
export type Schema = Json & {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
};
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
  example?: unknown;
};
export type Media = {
  'application/json': { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };
};
export type Response = { description: string; headers: Record<string, { schema: Schema }>; content?: Media };

/** One operation of the document, with its references followed. */
export type Operation = {
  method: string;
  path: string;
  operationId: string;
  'x-required-scope': string;
  parameters: Parameter[];
  requestBody?: { content: Media };
  responses: Record<string, Response>;
};

export type OpenApi = Json & { paths: Record<string, Record<string, Operation>>; components: Json };

/** The path of the committed document. */
export const documentFile = path.resolve(import.meta.dirname, '../../../docs/reference/openapi.json');

/** The committed document, which test/contract/openapi.test.ts compares with the served one. */
export const openApi = JSON.parse(readFileSync(documentFile, 'utf8')) as OpenApi;

/** The target of a reference; any other value itself. */
export function follow<T>(value: T): T {
  const pointer = (value as { $ref?: unknown } | null | undefined)?.$ref;
  if (typeof pointer !== 'string') return value;
  const names = pointer.slice(2).split('/');
  // A reference leads to a value of the type that its place expects.
  return names.reduce<unknown>((inner, name) => (inner as Json)[name], openApi) as T;
}

/** Every operation, in the order of the document. */
export const operations: readonly Operation[] = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
    parameters: operation.parameters.map(follow),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, follow(response)]),
    ),
  })),
);

/** Every scope that an operation requires. */
export const allScopes: readonly string[] = [
  ...new Set(operations.map((operation) => operation['x-required-scope'])),
];

/** The status of success. */
export function successOf({ responses }: Operation): number {
  return Number(Object.keys(responses).find((status) => status.startsWith('2')));
}

/** The schema of the body; of one item where the body is a list. */
export function bodySchema({ requestBody }: Operation): Schema | undefined {
  const schema = follow(requestBody?.content['application/json'].schema);
  return schema?.type === 'array' ? follow(schema.items as Schema) : schema;
}

export function isBatch({ path }: Operation): boolean {
  return path.endsWith('/batch');
}

export function parametersIn(operation: Operation, place: Parameter['in']): Parameter[] {
  return operation.parameters.filter((parameter) => parameter.in === place);
}
