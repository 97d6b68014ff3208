import type { Route } from '../route.ts';
import { SECURITY_SCHEME } from './info.ts';
import type { Json, Operation } from './json.ts';
import { parametersOf } from './parameters.ts';
import { requestExample } from './examples.ts';
import { responsesOf } from './responses.ts';
import { bodySchema } from './schemas.ts';
import { tagOf } from './tags.ts';

/** One endpoint of the document. Its id is the name of the operation on every surface. */
export function operationObject(route: Route): Operation {
  const { name, summary, description, scope } = route.operation;
  const body = requestBody(route);
  return {
    operationId: name,
    tags: [tagOf(route)],
    summary,
    description: [description, `Scope: \`${scope}\`.`].filter(Boolean).join('\n\n'),
    security: [{ [SECURITY_SCHEME]: [scope] }],
    parameters: parametersOf(route),
    ...(body && { requestBody: body }),
    responses: responsesOf(route),
  };
}

function requestBody(route: Route): Json | undefined {
  if (route.method !== 'post' && route.method !== 'patch') return undefined;
  return {
    required: true,
    content: { 'application/json': { schema: bodySchema(route), example: requestExample(route) } },
  };
}
