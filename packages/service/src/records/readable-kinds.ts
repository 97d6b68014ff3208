import { type Principal, requireScope } from '../base/principal.ts';
import type { AnyRecordKind } from './definition/define-record-kind.ts';

/** The kinds that a caller may read, so that a new kind takes nothing from keys that exist. Throws `Forbidden` where there are none. */
export function readableKinds<Kind extends AnyRecordKind>(
  principal: Principal,
  kinds: readonly Kind[],
): readonly Kind[] {
  const readable = kinds.filter(({ operations }) => principal.scopes.has(operations.list.scope));
  const [first] = kinds;
  if (first && readable.length === 0) requireScope(principal, first.operations.list.scope);
  return readable;
}
