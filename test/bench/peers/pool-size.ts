/** The total of all processes of a peer: the best of 8, 16 and 32 on two cores, for one process and for two. */
const CONNECTIONS = 16;

/** The pool size of each process of a peer. */
export const POOL_SIZE = Math.ceil(CONNECTIONS / Number(process.env.PEER_PROCESSES ?? 1));
