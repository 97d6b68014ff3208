import type { Operation } from '@outturn/service';
import type { z } from 'zod';

export type Route = {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Relative to `/v1`, with parameters in braces. */
  path: string;
  status: 200 | 201 | 204;
  operation: Operation;
  /** Schema of the resource at this path. */
  thing: z.ZodType;
};
