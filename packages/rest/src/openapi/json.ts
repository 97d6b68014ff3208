/** A schema, a header or a response. */
export type Json = { [key: string]: unknown };

export type OperationObject = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  'x-required-scope': string;
  parameters: Json[];
  requestBody?: Json;
  responses: Record<string, Json>;
};

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function ref(
  kind: 'schemas' | 'parameters' | 'headers' | 'responses' | 'examples',
  name: string,
): Json {
  return { $ref: `#/components/${kind}/${name}` };
}
