import { samples } from '@outturn/service';
import type { z } from 'zod';
import type { Route } from '../route.ts';
import { pathNames } from './input-schemas.ts';
import { isJson, type Json } from './json.ts';
import { isList } from './schema-names.ts';

const idempotencyKey = 'order-1001';

export function recordExample({ thing }: Route): Json {
  return sampleOf(thing);
}

export function bodyExample({ operation, path }: Route): unknown {
  if (operation.kind === 'record-batch') {
    const item = sampleOf(operation.of.input);
    return [{ ...item, idempotencyKey }, item];
  }
  const inPath = pathNames(path);
  const fields = Object.entries(sampleOf(operation.input));
  return Object.fromEntries(fields.filter(([name]) => !inPath.includes(name)));
}

export function answerExample(route: Route): unknown {
  const record = recordExample(route);
  if (isList(route)) return [record];
  if (route.operation.kind !== 'record-batch') return sampleOf(route.operation.output);
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

export function pathExample(route: Route): string {
  const record = recordExample(route);
  return `/v1${route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(record[name])))}`;
}

function sampleOf(schema: z.ZodType): Json {
  const sample: unknown = samples.get(schema)?.sample;
  return isJson(sample) ? sample : {};
}
