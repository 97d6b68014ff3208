// `npm run fire`: see `usage` in options.ts.
import { documentFile, writeDocument } from './document.ts';
import { readOptions, usage } from './options.ts';
import { keepResult, readResults } from './results.ts';
import { runRow, runSample } from './run-row.ts';

const args = process.argv.slice(2);
if (args.includes('--help')) process.stdout.write(usage);
else await main();

async function main(): Promise<void> {
  const options = readOptions(args);
  if (options.isSample) {
    process.exitCode = (await runSample(options.rows)) ? 0 : 1;
    return;
  }
  for (const row of options.rows) {
    const result = await runRow(row, options.scale);
    await keepResult(row.name, result);
    await writeDocument(await readResults());
    process.stdout.write(`\n${row.name}: ${result.outcome}, ${Math.round(result.seconds)} s\n`);
    if (result.outcome === 'failed') process.exitCode = 1;
  }
  process.stdout.write(`Written to ${documentFile}.\n`);
}
