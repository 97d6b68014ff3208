/** Time for requests in flight after SIGTERM, in milliseconds. */
export const GRACE = 20_000;
