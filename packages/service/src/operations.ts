import type { Operation } from './kernel/operation.ts';
import { revenues } from './revenues/index.ts';

/** Every operation, by group. */
export const operations = { revenues };

/** The registry as a flat list, for documents and for tests that must miss none. */
export const allOperations: readonly Operation[] = Object.values(operations).flatMap((group) =>
  Object.values<Operation>(group),
);
