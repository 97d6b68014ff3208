import { typeNameOf } from '@outturn/service';
import type { Route } from '../route.ts';

/** The name of the schema of a route's body, such as `RecordRevenueInput`; of one item where the body is a batch. */
export function bodyName({ operation }: Route): string {
  const type = typeNameOf(operation);
  if (operation.kind === 'record-batch') return `Record${type}BatchItem`;
  const verb = operation.name.split('.')[1] ?? '';
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)}${type}Input`;
}

/** The name of the schema of a route's answer, such as `Revenue`; of one item where the answer is a list. */
export function answerName({ operation }: Route): string {
  const type = typeNameOf(operation);
  return operation.kind === 'record-batch' ? `${type}BatchResult` : type;
}
