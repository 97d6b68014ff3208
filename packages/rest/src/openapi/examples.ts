import { samples } from '@outturn/service';
import type { z } from 'zod';
import { itemOf, type Route } from '../routes.ts';
import { pathNames } from './input-schemas.ts';
import { isJson, type Json, ref } from './json.ts';
import { answerName, isList } from './schema-names.ts';

const idempotencyKey = 'order-1001';

export function recordExample({ resource }: Route): Json {
  return sampleOf(resource);
}

export function bodyExample({ operation, path }: Route): unknown {
  if (operation.kind === 'record-batch') {
    const item = sampleOf(operation.of.input);
    // The second correction of a record takes the first one back.
    const again = operation.of.writes === 'correction' && { action: 'restore', reason: 'Another order' };
    return [
      { ...item, idempotencyKey },
      { ...item, ...again },
    ];
  }
  const inPath = pathNames(path);
  const fields = Object.entries(sampleOf(operation.input));
  return Object.fromEntries(fields.filter(([name]) => !inPath.includes(name)));
}

/** A reference to the example of the answer, which routes with the same answer share. */
export function answerExamples(route: Route): Json {
  const name = exampleName(route);
  return { [name]: ref('examples', name) };
}

export function sharedAnswerExamples(routes: readonly Route[]): Record<string, Json> {
  const answers = routes.filter(({ status }) => status !== 204);
  return Object.fromEntries(answers.map((route) => [exampleName(route), { value: answerExample(route) }]));
}

/** Such as `Revenue`, or `RevenueList` for a list of one. */
function exampleName(route: Route): string {
  return isList(route) ? `${answerName(route)}List` : answerName(route);
}

function answerExample(route: Route): unknown {
  const record = recordExample(route);
  if (isList(route)) return [sampleOf(itemOf(route.operation.output))];
  if (route.operation.kind !== 'record-batch') return sampleOf(route.operation.output);
  const { field, of } = route.operation;
  return {
    created: 1,
    replayed: 0,
    rejected: 1,
    results: [
      { status: 'created', [field]: field === 'record' ? record : sampleOf(of.output) },
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

function sampleOf(schema: z.ZodType): Json {
  const sample: unknown = samples.get(schema)?.sample;
  return isJson(sample) ? sample : {};
}
