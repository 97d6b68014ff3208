import {
  type ErrorCode,
  type ErrorDetail,
  errorCatalogue,
  invalidRequest,
  isMutation,
} from '@outturn/service';
import { hasBody, type Route } from '../route.ts';
import { withMethods } from '../wire-error.ts';
import { pathExample } from './examples.ts';
import { requiredFields } from './input-schemas.ts';
import type { Json } from './json.ts';
import { isList } from './schema-names.ts';

type Example = { code: ErrorCode; message?: string; details?: readonly ErrorDetail[] };

/** Examples by error code. */
export function errorExamples(route: Route, status: 400 | 403 | 404): Json {
  const request = `${route.method.toUpperCase()} ${pathExample(route)}`;
  return named(request, status === 400 ? badRequests(route) : [refusal(route, status)]);
}

/** For errors that do not depend on the operation. */
export function sharedErrorExample(code: ErrorCode, message?: string): Json {
  return named('GET /v1/revenues', [{ code, ...(message !== undefined && { message }) }]);
}

function refusal({ operation }: Route, status: 403 | 404): Example {
  if (status === 404) return { code: 'Not Found' };
  return { code: 'Forbidden', message: `The API key lacks the scope ${operation.scope}.` };
}

function badRequests(route: Route): Example[] {
  const examples: Example[] = [];
  const detail = invalidField(route);
  if (detail) {
    const { message } = invalidRequest([detail]);
    examples.push({ code: 'Invalid Request', message, details: [detail] });
  }
  if (route.path.endsWith('{id}')) examples.push({ code: 'Invalid ID' });
  if (hasBody(route)) examples.push({ code: 'Invalid JSON' });
  if (route.operation.errors?.includes('Already Exists')) examples.push({ code: 'Already Exists' });
  if (isMutation(route.operation)) examples.push({ code: 'Idempotency Key Reused' });
  return examples;
}

function invalidField(route: Route): ErrorDetail | undefined {
  if (route.operation.kind === 'record-batch')
    return { field: '', message: 'must be a JSON array of 1 to 1000 records' };
  if (isList(route)) return { field: 'limit', message: 'must be a whole number from 1 to 1000' };
  if (route.path.endsWith('{id}')) return undefined;
  if (route.path.endsWith('{key}')) return { field: 'key', message: 'must have at most 255 characters' };
  const [field] = requiredFields(route);
  return field === undefined ? undefined : { field, message: 'is required' };
}

function named(request: string, examples: readonly Example[]): Json {
  return Object.fromEntries(
    examples.map(({ code, message = errorCatalogue[code].message, details }) => {
      const base = {
        code,
        message: withMethods(code, message),
        path: request,
        status: errorCatalogue[code].status,
      };
      const value = { ...base, timestamp: '2024-01-15T10:30:00.125Z', ...(details && { details }) };
      return [code.replaceAll(' ', ''), { summary: code, value }];
    }),
  );
}
