import type { Operation } from '@outturn/service';
import type { z } from 'zod';

/** One endpoint: what it is called by, what it answers on success, and the operation that it runs. */
export type Route = {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Relative to `/v1`, with parameters in braces as in OpenAPI. */
  path: string;
  status: 200 | 201 | 204;
  operation: Operation;
  /** The schema of the things that the endpoints of this path are about. */
  thing: z.ZodType;
};
