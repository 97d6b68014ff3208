import type { Route } from '../route.ts';
import { isList } from './answer-schemas.ts';
import type { Json } from './json.ts';
import { sampleBodies } from './sample-bodies.ts';
import { sampleRecords } from './sample-records.ts';
import { bodyName, nounOf } from './schema-names.ts';

const idempotencyKey = 'order-1001';

/** The thing that the examples of a route are about. */
export function recordExample(route: Route): Json {
  return { ...sampleRecords[nounOf(route)] };
}

/** A body that a route accepts. */
export function bodyExample(route: Route): unknown {
  if (route.operation.kind !== 'record-batch') return sampleBodies[bodyName(route)];
  const item = sampleBodies[`Record${nounOf(route)}Input`];
  return [{ ...item, idempotencyKey }, item];
}

/** What a route answers with. */
export function answerExample(route: Route): unknown {
  const record = recordExample(route);
  if (isList(route)) return [record];
  if (route.operation.kind !== 'record-batch') return record;
  return {
    created: 1,
    replayed: 0,
    rejected: 1,
    results: [
      { status: 'created', record },
      {
        status: 'rejected',
        error: {
          code: 'Invalid Request',
          message: 'agentKey must have at least 1 character',
          details: [{ field: 'agentKey', message: 'must have at least 1 character' }],
        },
      },
    ],
  };
}

/** The path of a route as a caller would write it. */
export function pathExample(route: Route): string {
  const record = recordExample(route);
  return `/v1${route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(record[name])))}`;
}
