import { operations } from '@outturn/service';
import type { z } from 'zod';

/** A kind of record that files can hold: where its batches go, and the operation that each row is an input of. */
export type ImportKind = { path: string; operation: { name: string; input: z.ZodType } };

/** Every kind of record that can be imported, by the name it has on the command line. */
export const importKinds = {
  revenues: { path: '/v1/revenues/batch', operation: operations.revenues.record },
} satisfies Record<string, ImportKind>;

export type ImportKindName = keyof typeof importKinds;
