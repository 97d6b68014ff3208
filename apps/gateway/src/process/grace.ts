/** How long requests in flight may take after SIGTERM, in milliseconds. */
export const GRACE = 20_000;
