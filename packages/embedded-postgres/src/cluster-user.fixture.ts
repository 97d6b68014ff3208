// A process that uses the cluster of the folder in its first argument: prints the url, and when its stdin ends
// stops and then has to end by itself.
import { startEmbeddedPostgres } from './index.ts';

const cluster = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  log: (line) => process.stderr.write(`${process.pid}: ${line}\n`),
});
process.stdout.write(`${cluster.url}\n`);
process.stdin.resume().once('end', () => cluster.stop());
