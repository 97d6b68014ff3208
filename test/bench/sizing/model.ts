/** The measured cost of one record. */
export type Inputs = {
  what: string;
  /** Processor time in microseconds. */
  gateway: number;
  postgres: number;
  /** Bytes of write-ahead log. */
  wal: number;
  /** Permanent bytes in tables and indexes. */
  stored: number;
  /** Bytes over the network, from the client to PostgreSQL and back, including protocol overhead. */
  network: number;
};

/** The resources for a rate of records. */
export type Estimate = {
  gateways: number;
  postgresCores: number;
  postgresServers: number;
  shards: number;
  /** Bytes a day. */
  storedDaily: number;
  walDaily: number;
  /** Bits a second, in both networks together. */
  bits: number;
  connections: number;
};

/** The planned use of a core; the rest is for peaks, reads, vacuum and checkpoints. */
const USE = 0.6;
/** The cores of a machine for PostgreSQL or a worker of Citus. */
const CORES = 16;
/**
 * Shards of Citus per worker, so that a new worker takes its share in small pieces; and the number that Citus starts
 * with.
 */
const SHARDS = 16;
const FEWEST_SHARDS = 32;
/** Connections of one gateway to PostgreSQL or to a pooler in front of it. */
const CONNECTIONS = 33;

const DAY = 86_400;

/** A gateway uses one core; PostgreSQL machines share the writes evenly, which assumes many developers. */
export function estimate({ gateway, postgres, wal, stored, network }: Inputs, perSecond: number): Estimate {
  const cores = (micros: number) => (perSecond * micros) / 1e6 / USE;
  const gateways = Math.ceil(cores(gateway));
  const postgresServers = Math.ceil(cores(postgres) / CORES);
  return {
    gateways,
    postgresCores: Math.ceil(cores(postgres)),
    postgresServers,
    shards: postgresServers > 1 ? Math.max(FEWEST_SHARDS, postgresServers * SHARDS) : 0,
    storedDaily: perSecond * stored * DAY,
    walDaily: perSecond * wal * DAY,
    bits: perSecond * network * 8,
    connections: gateways * CONNECTIONS,
  };
}
