import type { CallContext } from '@outturn/service';

/** What the server has established about a request before it reaches a surface. */
export type RestEnv = { Variables: { call: CallContext } };
