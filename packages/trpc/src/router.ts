import { operations } from '@outturn/service';
import { mutation, query } from './procedure.ts';
import { t } from './trpc.ts';

const { revenues } = operations;

/** Every operation, under its own name. */
export const appRouter = t.router({
  revenues: t.router({
    record: mutation(revenues.record),
    recordBatch: mutation(revenues.recordBatch),
    list: query(revenues.list),
    get: query(revenues.get),
  }),
});

export type AppRouter = typeof appRouter;
