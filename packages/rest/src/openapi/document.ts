import { type Route, routes } from '../routes.ts';
import { answerSchemas } from './answer-schemas.ts';
import { sharedErrorExamples } from './error-examples.ts';
import { errorSchema } from './error-schema.ts';
import { sharedAnswerExamples } from './examples.ts';
import { headers } from './headers.ts';
import { info, SECURITY_SCHEME, securitySchemes } from './info.ts';
import { bodySchemas } from './input-schemas.ts';
import type { Json, OperationObject } from './json.ts';
import { operationObject } from './operation-object.ts';
import { sharedParameters } from './parameters.ts';
import { errorsOf, sharedResponses } from './responses.ts';
import { tagsOf } from './tags.ts';

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
    examples: Record<string, Json>;
    securitySchemes: Record<string, Json>;
  };
};

/** Generated from the routes and the schemas that validate them. A document read from the server needs no `serverUrl`. */
export function openApiDocument(serverUrl = '/', all: readonly Route[] = routes): OpenApiDocument {
  const parameters = sharedParameters(all);
  const paths: OpenApiDocument['paths'] = {};
  for (const route of all) {
    const path = `/v1${route.path}`;
    paths[path] = { ...paths[path], [route.method]: operationObject(route, parameters) };
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
      parameters,
      headers,
      responses: sharedResponses(all),
      examples: { ...sharedErrorExamples(all.flatMap(errorsOf)), ...sharedAnswerExamples(all) },
      securitySchemes,
    },
  };
}
