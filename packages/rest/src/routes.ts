import { allOperations, groupOf, type Operation, type RestMount } from '@outturn/service';
import type { z } from 'zod';

export type Route = Required<RestMount> & {
  operation: Operation;
  /** Schema of the resource at this path. */
  resource: z.ZodType;
};

export function hasBody({ method }: Pick<Route, 'method'>): boolean {
  return method === 'post' || method === 'put' || method === 'patch';
}

/** Every endpoint of REST `/v1` with these operations. */
export function routesOf(operations: readonly Operation[]): readonly Route[] {
  const resources = new Map(
    operations.filter(({ name }) => name.endsWith('.get')).map((get) => [groupOf(get), get.output]),
  );
  return operations.flatMap((operation): Route[] => {
    const { rest } = operation;
    const resource = resources.get(groupOf(operation)) ?? operation.output;
    return rest ? [{ status: 200, ...rest, operation, resource }] : [];
  });
}

export const routes = routesOf(allOperations);
