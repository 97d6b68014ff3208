/** A JSON object of the document: a schema, a header, a response. */
export type Json = { [key: string]: unknown };

/** One operation of the document. */
export type OperationObject = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  /** The scope that the API key must have. */
  'x-required-scope': string;
  parameters: Json[];
  requestBody?: Json;
  responses: Record<string, Json>;
};

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A reference to a component of the document. */
export function ref(kind: 'schemas' | 'parameters' | 'headers' | 'responses', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}
