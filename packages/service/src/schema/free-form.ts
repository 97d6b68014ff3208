import { z } from 'zod';
import { scalars } from './scalars-and-samples.ts';
import { isStorableText } from './text.ts';

const MAX_BYTES = 16 * 1024;

type Bounds = { maxKeys: number; maxDepth: number };

/** Bounded, so that it can be validated, stored and grouped by. */
function freeForm(bounds: Bounds) {
  return z
    .custom<Record<string, unknown>>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      { error: 'must be an object of string keys and JSON values' },
    )
    .superRefine((value, context) => {
      const problem = findProblem(value, bounds);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .meta({
      type: 'object',
      additionalProperties: true,
      description: `Free-form map: at most ${bounds.maxKeys} keys, ${MAX_BYTES / 1024} KiB and ${bounds.maxDepth} levels.`,
    });
}

export const Metadata = freeForm({ maxKeys: 50, maxDepth: 5 })
  .meta({ example: { channel: 'email' } })
  .register(scalars, { scalar: 'Metadata' });

export const MetadataOut = z
  .record(z.string(), z.unknown())
  .meta({ description: 'Free-form map of string keys to values.' })
  .register(scalars, { scalar: 'Metadata' });

/** GraphQL variables, which nest deeper than metadata. */
export const Variables = freeForm({ maxKeys: 100, maxDepth: 20 }).register(scalars, { scalar: 'JSONObject' });

export const JsonObjectOut = z.record(z.string(), z.unknown()).register(scalars, { scalar: 'JSONObject' });

function findProblem(value: Record<string, unknown>, { maxKeys, maxDepth }: Bounds): string | undefined {
  if (Object.keys(value).length > maxKeys) return `must have at most ${maxKeys} keys`;
  const problem = findInside(value, 1, maxDepth);
  if (problem) return problem;
  return Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES
    ? `must be at most ${MAX_BYTES / 1024} KiB`
    : undefined;
}

function findInside(value: unknown, depth: number, maxDepth: number): string | undefined {
  if (typeof value === 'string')
    return isStorableText(value) ? undefined : 'must not contain NUL or unpaired surrogates';
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : 'must not contain numbers out of range';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > maxDepth) return `must be at most ${maxDepth} levels deep`;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') return 'must not have a key __proto__';
    const problem =
      (Array.isArray(value) ? undefined : findInside(key, depth, maxDepth)) ??
      findInside(inner, depth + 1, maxDepth);
    if (problem) return problem;
  }
  return undefined;
}
