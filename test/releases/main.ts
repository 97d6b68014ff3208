// Makes the dump of a release: node scripts/run.mjs test/releases/main.ts COMMIT VERSION
// Needs the server of TEST_DATABASE_URL, and a pg_dump of its version or a newer one.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildCommit } from '../bench/against/build-commit.ts';
import { Browser } from '../support/browser.ts';
import { createDatabase } from '../support/create-database.ts';
import { startGateway } from '../support/gateway.ts';
import { runProgram } from '../support/load/run-outturn.ts';
import { type Answers, fillRelease, keepRelease } from './release.ts';

const [commit, version] = process.argv.slice(2);
const serverUrl = process.env.TEST_DATABASE_URL;
if (!commit || !version || !serverUrl)
  throw new Error('Usage: TEST_DATABASE_URL=… node scripts/run.mjs test/releases/main.ts COMMIT VERSION');

const { program } = await buildCommit(commit);
const store = await createDatabase(serverUrl, `release_${version.replaceAll('.', '_')}`);
try {
  const answers = await fill(store.url, program.script);
  await keepRelease(version, await dump(store.url), answers);
} finally {
  await store.remove();
}

async function fill(url: string, script: string): Promise<Answers> {
  const outturn = async (...args: string[]) => {
    const { code, output, errors } = await runProgram(script, url, ...args);
    if (code !== 0) throw new Error(`outturn ${args.join(' ')} ended with ${code}: ${errors}`);
    return output.trim();
  };
  const token = await outturn('keys', 'create', '--developer', 'records');
  await outturn('keys', 'create', '--developer', 'unclaimed');
  await outturn('developers', 'claim', 'unclaimed');
  const gateway = await startGateway(url, {}, { program: script });
  try {
    const account = { email: 'ada@example.com', password: 'correct horse' };
    const { status, text } = await new Browser(gateway.url).signUp(account.email, account.password);
    if (status !== 200) throw new Error(`signing up answered ${status}: ${text}`);
    return { token, account, ...(await fillRelease(gateway.url, token)) };
  } finally {
    await gateway.stop();
  }
}

/** Only what every PostgreSQL understands: newer versions of pg_dump add commands of psql. */
async function dump(url: string): Promise<string> {
  const { stdout } = await promisify(execFile)('pg_dump', [
    '--inserts',
    '--no-owner',
    '--no-privileges',
    '--no-comments',
    url,
  ]);
  return stdout.replaceAll(/^(\\.*|--.*|\s*)\n/gm, '');
}
