import { type Operation, typeNameOf } from '@outturn/service';
import { z } from 'zod';
import type { Route } from '../routes.ts';

/** Such as `RecordRevenueInput`; for batches, the schema of an item. */
export function bodyName({ operation }: Route): string {
  const type = typeNameOf(operation);
  if (operation.kind === 'record-batch') return `Record${type}BatchItem`;
  return `${verbOf(operation)}${type}Input`;
}

/** Such as `Revenue`; for lists, the schema of an item. */
export function answerName(route: Route): string {
  const { operation, resource } = route;
  const type = typeNameOf(operation);
  if (operation.kind === 'record-batch') return `${type}BatchResult`;
  return isList(route) || operation.output === resource ? type : `${type}${verbOf(operation)}`;
}

/** REST sends the items of a list as an array, and the cursor as a header. */
export function isList({ operation }: Route): boolean {
  return operation.output instanceof z.ZodObject && 'nextCursor' in operation.output.shape;
}

/** `Create` for `agents.create`. */
function verbOf({ name }: Operation): string {
  const verb = name.split('.')[1] ?? '';
  return verb.charAt(0).toUpperCase() + verb.slice(1);
}
