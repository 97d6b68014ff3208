import { operations } from '@outturn/service';
import type { z } from 'zod';

/** A kind of record that files can hold: where it is in the API, and the operation that each row is an input of. */
export type ImportKind = {
  path: string;
  operation: { name: string; input: z.ZodType; output: z.ZodType; ledger: { time: { field: string } } };
};

const { revenues, outcomes, goals, events } = operations;

/** Every kind of record, by the name it has on the command line. */
export const importKinds = {
  revenues: { path: '/v1/revenues', operation: revenues.record },
  outcomes: { path: '/v1/outcomes', operation: outcomes.record },
  goals: { path: '/v1/goals', operation: goals.record },
  events: { path: '/v1/events', operation: events.record },
} satisfies Record<string, ImportKind>;

export type ImportKindName = keyof typeof importKinds;
