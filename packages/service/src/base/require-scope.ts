import { OutturnError } from './errors.ts';
import type { Principal } from './principal.ts';
import type { OperationScope } from './scopes.ts';

/** Throws `Forbidden`, naming the scope. */
export function requireScope({ scopes }: Pick<Principal, 'scopes'>, scope: OperationScope): void {
  if (scopes.has(scope)) return;
  throw new OutturnError('Forbidden', { message: `The API key lacks the scope ${scope}.` });
}
