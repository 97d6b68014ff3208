import { availableParallelism } from 'node:os';
import { InvalidArgumentError } from 'commander';

const MAX_WORKERS = 256;

export function parseWorkerCount(text: string): number {
  if (text === 'auto') return Math.min(availableParallelism(), MAX_WORKERS);
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MAX_WORKERS) return count;
  throw new InvalidArgumentError(`It must be a number from 1 to ${MAX_WORKERS}, or auto for one per core.`);
}

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
