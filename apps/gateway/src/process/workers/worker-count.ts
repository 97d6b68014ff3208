import { availableParallelism } from 'node:os';
import { InvalidArgumentError } from 'commander';

/** More than a machine that anybody would run this on has cores. */
const MOST_WORKERS = 256;

/** The value of `--workers`. Throws for what is neither a number of processes nor `auto`. */
export function parseWorkerCount(text: string): number {
  if (text === 'auto') return Math.min(availableParallelism(), MOST_WORKERS);
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MOST_WORKERS) return count;
  throw new InvalidArgumentError(`It must be a number from 1 to ${MOST_WORKERS}, or auto for one per core.`);
}

/** Of the 100 connections of a PostgreSQL that nobody has configured, as many as its gateway may have. */
const USUAL_CONNECTIONS = 90;
/** Connections of each process that listen for notices. */
export const LISTENERS = 3;
const MOST_POOLED = 30;
export const LEAST_POOLED = 8;

/** How many connections the pools of each of so many workers hold, unless it is set: what a usual PostgreSQL has room for. */
export function pooledConnections(workers: number): number {
  const share = Math.floor(USUAL_CONNECTIONS / workers) - LISTENERS;
  return Math.min(MOST_POOLED, Math.max(LEAST_POOLED, share));
}
