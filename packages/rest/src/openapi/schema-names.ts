import { type Operation, typeNameOf } from '@outturn/service';
import { z } from 'zod';
import type { Route } from '../route.ts';

/** The name of the schema of a route's body, such as `RecordRevenueInput`; of one item where the body is a batch. */
export function bodyName({ operation }: Route): string {
  const type = typeNameOf(operation);
  if (operation.kind === 'record-batch') return `Record${type}BatchItem`;
  return `${verbOf(operation)}${type}Input`;
}

/** The name of the schema of a route's answer, such as `Revenue`; of one item where the answer is a list. */
export function answerName(route: Route): string {
  const { operation, thing } = route;
  const type = typeNameOf(operation);
  if (operation.kind === 'record-batch') return `${type}BatchResult`;
  return isList(route) || operation.output === thing ? type : `${type}${verbOf(operation)}`;
}

/** Whether a route answers with a list: REST sends the items bare, and the cursor as a header. */
export function isList({ operation }: Route): boolean {
  return operation.output instanceof z.ZodObject && 'nextCursor' in operation.output.shape;
}

/** `Create` for `agents.create`. */
function verbOf({ name }: Operation): string {
  const verb = name.split('.')[1] ?? '';
  return verb.charAt(0).toUpperCase() + verb.slice(1);
}
