import type { Exchange } from '@outturn/service';
import type { Context } from 'hono';

/** The exchange provides the headers of an error response. */
export type RestEnv = { Variables: { exchange?: Exchange } };

/** Also sets the exchange in the context. */
export type OpenExchange<Env extends RestEnv> = (c: Context<Env>) => Exchange;
