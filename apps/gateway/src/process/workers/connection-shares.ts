/** Share of the gateway in PostgreSQL's default of 100 connections. */
const DEFAULT_CONNECTIONS = 90;
/** Connections per process that listen for notices. */
export const LISTENERS = 3;
const MAX_POOLED = 30;
export const MIN_POOLED = 8;

/** Per worker, for a PostgreSQL with default settings. */
export function pooledConnections(workers: number): number {
  const share = Math.floor(DEFAULT_CONNECTIONS / workers) - LISTENERS;
  return Math.min(MAX_POOLED, Math.max(MIN_POOLED, share));
}
