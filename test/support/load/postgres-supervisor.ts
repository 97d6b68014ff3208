import { startEmbeddedPostgres } from '@outturn/embedded-postgres';

// A process of its own that keeps the PostgreSQL of a folder running: prints its URL, ends when its input does.
const [dataDir = '', settings = '{}'] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({
  dataDir,
  settings: { shared_buffers: '64MB', ...JSON.parse(settings) },
});
process.stdout.write(`${postgres.url}\n`);
process.stdin.on('end', () => void postgres.stop().then(() => process.exit(0))).resume();
