import type { z } from 'zod';
import { type ErrorDetail, invalidRequest, OutturnError } from '../base/errors.ts';
import { INVALID_ID } from './record-id.ts';

/** Bounds the size of the answer. */
const MAX_DETAILS = 100;
const MAX_FIELD = 255;

/** Throws `Invalid Request` with one detail per field, or `Invalid ID` when only ids are malformed. */
export function validate<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const details = onePerField(result.error.issues.slice(0, MAX_DETAILS).flatMap(toDetails)).slice(
    0,
    MAX_DETAILS,
  );
  if (details.every((detail) => detail.message === INVALID_ID)) {
    // The record's own id needs no field name.
    const isOwnId = details.length === 1 && details[0]?.field === 'id';
    throw new OutturnError('Invalid ID', isOwnId ? {} : { details });
  }
  throw invalidRequest(details);
}

function onePerField(details: readonly ErrorDetail[]): ErrorDetail[] {
  const seen = new Set<string>();
  return details.filter(({ field }) => !seen.has(field) && seen.add(field));
}

function toDetails(issue: z.core.$ZodIssue): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: fieldOf([...issue.path, key]),
      message: 'is not a known field',
    }));
  }
  return [{ field: fieldOf(issue.path), message: messageOf(issue) }];
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, MAX_FIELD);
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid option: '))
    return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code !== 'invalid_type') return issue.message;
  const isMissing = issue.message.endsWith('received undefined');
  return isMissing
    ? 'is required'
    : issue.message
        .replace(/^Invalid input: /, '')
        .replace(/^expected (\w+), received .*/, 'must be of type $1');
}
