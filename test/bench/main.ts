// `npm run bench`: see `usage` in options.ts.
import { benchAnalytics } from './analytics/bench-analytics.ts';
import { withArena } from './arena.ts';
import { runBenchmarks } from './benchmarks/index.ts';
import { type BenchOptions, readOptions, usage } from './options.ts';
import { profileLoad } from './profile/profile-load.ts';
import {
  analyticsFile,
  disturbanceOf,
  timingsTable,
  writeAnalyticsDocument,
} from './report/analytics-document.ts';
import { documentFile, writeDocument } from './report/document.ts';
import { profileText } from './report/profile-text.ts';
import { absolutesTable, disturbance, findingsTable } from './report/tables.ts';

const args = process.argv.slice(2);
if (args.includes('--help')) print(usage);
else await main();

async function main(): Promise<void> {
  const options = readOptions(args);
  const [first, ...loads] = options.names;
  if (first === 'profile') {
    for (const load of loads.length ? loads : ['record'])
      print(profileText(load, await profileLoad(load, options)));
    return;
  }
  if (first === 'analytics') {
    await analytics(options);
    return;
  }
  const outcome = await runBenchmarks(options);
  print(absolutesTable(outcome.absolutes));
  print(findingsTable(outcome.findings));
  const warning = disturbance(outcome.absolutes);
  if (warning) print(warning);
  // Figures that stand beside each other in the document come from one run.
  if (options.isQuick || options.names.length > 0) return;
  await writeDocument(outcome, options);
  print(`Written to ${documentFile}.`);
}

/** Apart from the others: it asks other questions, of other records, and has a document of its own. */
async function analytics(options: BenchOptions): Promise<void> {
  const outcome = await withArena((arena) => benchAnalytics(arena, options));
  print(timingsTable(outcome.timings));
  print(findingsTable(outcome.findings));
  print(disturbanceOf(outcome.others));
  if (options.isQuick) return;
  await writeAnalyticsDocument(outcome);
  print(`Written to ${analyticsFile}.`);
}

function print(text: string): void {
  process.stdout.write(`\n${text}\n`);
}
