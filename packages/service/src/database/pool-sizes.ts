/** Connections of one process to PostgreSQL, at most, by purpose; they are opened when they are needed. */
export type PoolSizes = { commands: number; quick: number; reads: number; accounts: number };

/** In all pools of a process together, unless it is set. */
const CONNECTIONS = 30;

/** Divides so many connections, 8 or more: most for changes and questions, which hold them longest. */
export function poolSizes(connections = CONNECTIONS): PoolSizes {
  const part = (of: number) => Math.floor((connections * of) / CONNECTIONS);
  const [quick, reads, accounts] = [part(8), part(6), Math.max(1, part(4))];
  return { quick, reads, accounts, commands: connections - quick - reads - accounts };
}
