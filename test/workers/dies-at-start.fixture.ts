// Preloaded: ends workers as soon as they start, while the file of `DIE_WHILE` exists.
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';

if (cluster.isWorker && existsSync(process.env.DIE_WHILE ?? '')) process.exit(7);
