import type { Exchange } from '@outturn/service';
import type { Context } from 'hono';

/** What stands in the context of a request: its exchange, once that is known, for the headers of an error. */
export type RestEnv = { Variables: { exchange?: Exchange } };

/**
 * Establishes who calls, and all else that the server gives a surface with a request; sets it in the context, too.
 * At once for a caller who is remembered, as each promise costs a turn.
 */
export type Identify<Env extends RestEnv> = (c: Context<Env>) => Exchange | Promise<Exchange>;
