import type { Route } from '../route.ts';
import { routes } from '../routes.ts';
import { answerSchemas } from './answer-schemas.ts';
import { errorSchema } from './error-schema.ts';
import { headers } from './headers.ts';
import { info, SECURITY_SCHEME, securitySchemes } from './info.ts';
import { bodySchemas } from './input-schemas.ts';
import type { Json, OperationObject } from './json.ts';
import { operationObject } from './operation-object.ts';
import { idempotencyParameters } from './parameters.ts';
import { sharedResponses } from './responses.ts';
import { tagsOf } from './tags.ts';

/** An OpenAPI 3.1 document, as far as we write it. */
export type OpenApiDocument = {
  openapi: '3.1.0';
  info: Json;
  servers: Json[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: Record<string, Json>;
    parameters: Record<string, Json>;
    headers: Record<string, Json>;
    responses: Record<string, Json>;
    securitySchemes: Record<string, Json>;
  };
};

/**
 * The OpenAPI 3.1 document of REST `/v1`: the table of routes with the schemas that validate their input and type their
 * output. `serverUrl` is where clients reach this server; a document read from the server itself needs none.
 */
export function openApiDocument(serverUrl = '/', all: readonly Route[] = routes): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const route of all) {
    const path = `/v1${route.path}`;
    paths[path] = { ...paths[path], [route.method]: operationObject(route) };
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: serverUrl, description: 'This server (production).', 'x-internal': false }],
    security: [{ [SECURITY_SCHEME]: [] }],
    tags: tagsOf(all),
    paths,
    components: {
      schemas: { ...answerSchemas(all), ...bodySchemas(all), Error: errorSchema },
      parameters: idempotencyParameters,
      headers,
      responses: sharedResponses,
      securitySchemes,
    },
  };
}
