import { type Operation, typeNameOf, typeNames } from '@outturn/service';
import { z } from 'zod';
import { itemOf, type Route } from '../routes.ts';

/** Such as `RecordRevenueInput`; for batches, the schema of an item. */
export function bodyName({ operation }: Route): string {
  const type = typeNameOf(operation);
  if (operation.kind === 'record-batch') return `${verbOf(operation.of)}${type}BatchItem`;
  return `${verbOf(operation)}${type}Input`;
}

/** Such as `Revenue`; for lists, the schema of an item. */
export function answerName({ operation, resource }: Route): string {
  const type = typeNameOf(operation);
  if (operation.kind === 'record-batch')
    return operation.field === 'record' ? `${type}BatchResult` : `${type}CorrectionBatchResult`;
  const item = itemOf(operation.output);
  return typeNames.get(item)?.name ?? (item === resource ? type : `${type}${verbOf(operation)}`);
}

/** REST sends the items of a list as an array. */
export function isList({ operation }: Route): boolean {
  return itemOf(operation.output) !== operation.output;
}

/** A page sends its cursor as a header. */
export function isPage(route: Route): boolean {
  return isList(route) && !(route.operation.output instanceof z.ZodArray);
}

/** `Create` for `agents.create`. */
function verbOf({ name }: Operation): string {
  const verb = name.split('.')[1] ?? '';
  return verb.charAt(0).toUpperCase() + verb.slice(1);
}
