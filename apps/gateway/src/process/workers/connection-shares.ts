/** How many of the 100 connections that PostgreSQL allows by default all workers together may use. */
const DEFAULT_CONNECTIONS = 90;
/** Connections of each process beside its pools, which listen for notices. */
export const LISTENERS = 3;
const MAX_POOLED = 30;
export const MIN_POOLED = 8;

/** Connections in the pools of each worker, so that all workers together fit a PostgreSQL with default settings. */
export function pooledConnections(workers: number): number {
  const share = Math.floor(DEFAULT_CONNECTIONS / workers) - LISTENERS;
  return Math.min(MAX_POOLED, Math.max(MIN_POOLED, share));
}
