import type { Exchange } from '@outturn/service';
import type { Context } from 'hono';

/** The context of a request: its exchange, for the headers of an error. */
export type RestEnv = { Variables: { exchange?: Exchange } };

/** Opens what the server gives a surface with a request; sets it in the context, too. */
export type OpenExchange<Env extends RestEnv> = (c: Context<Env>) => Exchange;
