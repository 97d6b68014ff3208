// Uses the cluster in the folder of its first argument until stdin ends. It calls no process.exit, to reveal open
// handles.
import { startEmbeddedPostgres } from './index.ts';

const cluster = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  log: (line) => process.stderr.write(`${process.pid}: ${line}\n`),
});
process.stdout.write(`${cluster.url}\n`);
process.stdin.resume().once('end', () => cluster.stop());
