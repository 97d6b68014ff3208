/** Of every peer: the best of 8, 16 and 32 on two cores, also with two processes. More only cost PostgreSQL more. */
export const POOL_SIZE = 16;
