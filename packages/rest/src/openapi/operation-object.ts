import { hasBody, type Route } from '../routes.ts';
import { bodyExample } from './examples.ts';
import { SECURITY_SCHEME } from './info.ts';
import { bodySchema } from './input-schemas.ts';
import type { Json, OperationObject } from './json.ts';
import { parametersOf } from './parameters.ts';
import { responsesOf } from './responses.ts';
import { tagOf } from './tags.ts';

/** `operationId` is the operation's name on every surface. `parameters` are those that operations share. */
export function operationObject(route: Route, parameters: Record<string, Json>): OperationObject {
  const { name, summary, description, scope } = route.operation;
  const body = requestBody(route);
  return {
    operationId: name,
    tags: [tagOf(route)],
    summary,
    description: [description, `Scope: \`${scope}\`.`].filter(Boolean).join('\n\n'),
    security: [{ [SECURITY_SCHEME]: [] }],
    'x-required-scope': scope,
    parameters: parametersOf(route, parameters),
    ...(body && { requestBody: body }),
    responses: responsesOf(route),
  };
}

function requestBody(route: Route): Json | undefined {
  if (!hasBody(route)) return undefined;
  return {
    required: true,
    content: { 'application/json': { schema: bodySchema(route), example: bodyExample(route) } },
  };
}
