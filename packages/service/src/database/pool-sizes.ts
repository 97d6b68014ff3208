/** Maximum connections per process. */
export type PoolSizes = { commands: number; quick: number; reads: number; accounts: number };

const CONNECTIONS = 30;

/** Splits the connections among the pools. Needs at least 8. */
export function poolSizes(connections = CONNECTIONS): PoolSizes {
  const part = (of: number) => Math.floor((connections * of) / CONNECTIONS);
  const [quick, reads, accounts] = [part(8), part(6), Math.max(1, part(4))];
  return { quick, reads, accounts, commands: connections - quick - reads - accounts };
}
