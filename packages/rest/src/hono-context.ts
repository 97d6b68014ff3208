import type { Exchange } from '@outturn/service';
import type { Context } from 'hono';

/** Undefined if the request failed before {@link OpenExchange} ran. `sendError` adds its headers. */
export type RestEnv = { Variables: { exchange?: Exchange } };

/** Stores the exchange in the context, for `sendError`. */
export type OpenExchange<Env extends RestEnv> = (c: Context<Env>) => Exchange;
