import type { Exchange } from '@outturn/service';

/** What the server has established about a request before it reaches the surface. */
export type RestEnv = { Variables: { exchange: Exchange } };
