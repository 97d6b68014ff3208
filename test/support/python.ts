import { spawnSync } from 'node:child_process';

let found: boolean | undefined;

/** Whether `python3` with Requests is on this machine. */
export function hasRequests(): boolean {
  found ??= spawnSync('python3', ['-c', 'import requests']).status === 0;
  return found;
}
