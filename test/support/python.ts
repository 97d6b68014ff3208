import { spawnSync } from 'node:child_process';

/** Whether `python3` with Requests is on this machine. */
export const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0;
if (!hasRequests) console.log('No Python with Requests here: its examples are read, but not run.');
