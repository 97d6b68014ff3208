import {
  allOperations,
  allSubscriptions,
  type ByName,
  byName,
  type Operation,
  type Subscription,
} from '@outturn/service';
import type { z } from 'zod';
import { mutation, query, subscription } from './procedure.ts';
import { t } from './trpc.ts';

type Endpoint = Operation | Subscription;

/** The type of an operation's procedure, which is what `procedureOf` returns for it. */
type ProcedureOf<One extends Endpoint> = One extends {
  input: infer Input extends z.ZodType;
  output: infer Output extends z.ZodType;
}
  ? One extends { kind: 'query' }
    ? ReturnType<typeof query<Input, Output>>
    : One extends { kind: 'subscription' }
      ? ReturnType<typeof subscription<Input, Output>>
      : ReturnType<typeof mutation<Input, Output>>
  : never;

type Groups<All> = {
  [Group in keyof All]: {
    [Verb in keyof All[Group]]: All[Group][Verb] extends Endpoint ? ProcedureOf<All[Group][Verb]> : never;
  };
};

/** Mounts every operation under its name. The literal names give the router its exact type. */
export function routerOf<One extends Endpoint>(all: readonly One[]) {
  const groups = Object.entries<Record<string, Endpoint>>(byName<Endpoint>(all)).map(([group, verbs]) => [
    group,
    Object.fromEntries(Object.entries(verbs).map(([verb, one]) => [verb, procedureOf(one)])),
  ]);
  // A loop erases which procedure has which name; `Groups` states it.
  return t.router(Object.fromEntries(groups) as Groups<ByName<One>>);
}

function procedureOf(one: Endpoint) {
  if (one.kind === 'query') return query(one);
  return one.kind === 'subscription' ? subscription(one) : mutation(one);
}

export const appRouter = routerOf([...allOperations, ...allSubscriptions]);

export type AppRouter = typeof appRouter;
