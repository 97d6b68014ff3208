import { allOperations, groupOf, type Operation, type RestMount } from '@outturn/service';
import { z } from 'zod';

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
    const resource = resources.get(groupOf(operation)) ?? itemOf(operation.output);
    return rest ? [{ status: 200, ...rest, operation, resource }] : [];
  });
}

/** The schema of the items of a page or a list; of any other output, the output itself. */
export function itemOf(output: z.ZodType): z.ZodType {
  if (output instanceof z.ZodArray) return output.element as z.ZodType;
  const items =
    output instanceof z.ZodObject && 'nextCursor' in output.shape ? output.shape.items : undefined;
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : output;
}

export const routes = routesOf(allOperations);
