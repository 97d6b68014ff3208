/** Of all processes of a peer: the best of 8, 16 and 32 on two cores, and for two processes of 8, 16 and 32 together. */
const CONNECTIONS = 16;

/** Of every process of a peer. */
export const POOL_SIZE = Math.ceil(CONNECTIONS / Number(process.env.PEER_PROCESSES ?? 1));
