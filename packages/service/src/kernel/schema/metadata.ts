import { z } from 'zod';
import { isStorableText } from './text.ts';

const MAX_KEYS = 50;
const MAX_BYTES = 16 * 1024;
const MAX_DEPTH = 5;

/** A free-form map of string keys to JSON values, bounded so that it can be stored and grouped by. */
export const Metadata = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    {
      error: 'must be an object of string keys and JSON values',
    },
  )
  .superRefine((value, context) => {
    const problem = findProblem(value);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .meta({
    type: 'object',
    additionalProperties: true,
    description: `Free-form map: at most ${MAX_KEYS} keys, ${MAX_BYTES / 1024} KiB and ${MAX_DEPTH} levels.`,
    example: { channel: 'email' },
  });

function findProblem(metadata: Record<string, unknown>): string | undefined {
  if (Object.keys(metadata).length > MAX_KEYS) return `must have at most ${MAX_KEYS} keys`;
  const problem = findInside(metadata, 1);
  if (problem) return problem;
  return Buffer.byteLength(JSON.stringify(metadata)) > MAX_BYTES
    ? `must be at most ${MAX_BYTES / 1024} KiB`
    : undefined;
}

function findInside(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string')
    return isStorableText(value) ? undefined : 'must not contain NUL or unpaired surrogates';
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : 'must not contain numbers out of range';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return `must be at most ${MAX_DEPTH} levels deep`;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') return 'must not have a key __proto__';
    const problem =
      (Array.isArray(value) ? undefined : findInside(key, depth)) ?? findInside(inner, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}
