import { startEmbeddedPostgres } from '@outturn/embedded-postgres';

// A process that keeps the PostgreSQL of a folder running: prints its URL, and exits at the end of its input.
const [dataDir = '', settings = '{}'] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({
  dataDir,
  settings: { shared_buffers: '64MB', ...JSON.parse(settings) },
});
process.stdout.write(`${postgres.url}\n`);
process.stdin.on('end', () => void postgres.stop().then(() => process.exit(0))).resume();
