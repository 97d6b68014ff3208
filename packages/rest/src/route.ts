import type { Operation } from '@outturn/service';
import type { z } from 'zod';

export type Route = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Relative to `/v1`, with parameters in braces. */
  path: string;
  /** 201 instead if the operation says that it created the output. */
  status: 200 | 201 | 204;
  operation: Operation;
  /** Schema of the resource at this path. */
  thing: z.ZodType;
};

export function hasBody({ method }: Pick<Route, 'method'>): boolean {
  return method === 'post' || method === 'put' || method === 'patch';
}
