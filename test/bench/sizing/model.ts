/** What one record costs, as measured. */
export type Inputs = {
  what: string;
  /** Processor time in microseconds. */
  gateway: number;
  postgres: number;
  /** Bytes of write-ahead log. */
  wal: number;
  /** Bytes in tables and indexes, for good. */
  stored: number;
  /** Bytes over the network, from the client to PostgreSQL and back, with what wraps them. */
  network: number;
};

/** What so many records a second need. */
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

/** Of a core: the rest is for peaks, reads, vacuum and checkpoints. */
const USE = 0.6;
/** Of the machines that PostgreSQL or a worker of Citus runs on. */
const CORES = 16;
/** Of Citus on each of them, so that a new one takes its share in small pieces; and what Citus begins with. */
const SHARDS = 16;
const FEWEST_SHARDS = 32;
/** Of one gateway, to PostgreSQL or to a pooler in front of it. */
const CONNECTIONS = 33;

const DAY = 86_400;

/** A gateway uses one core; machines of PostgreSQL share the writing evenly, which takes many developers. */
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
