// `npm run bench`: see `usage` in options.ts.
import { buildProgram } from '../support/program.ts';
import { benchAgainst } from './against/bench-against.ts';
import { benchAnalytics, benchRecordQuestions } from './analytics/bench-analytics.ts';
import { withArena } from './arena.ts';
import { runBenchmarks } from './benchmarks/index.ts';
import { benchGateways } from './gateways/bench-gateways.ts';
import { anyGateways, type BenchOptions, readOptions, usage } from './options.ts';
import { profileLoad } from './profile/profile-load.ts';
import { benchReplicas } from './replicas/bench-replicas.ts';
import { analyticsPart, disturbanceOf, timingsTable } from './report/analytics-part.ts';
import { documentFile, writePart } from './report/document.ts';
import { gatewaysPart, gatewaysText } from './report/gateways-part.ts';
import { describePostgres } from './report/machine.ts';
import { profileText } from './report/profile-text.ts';
import { recordingPart } from './report/recording-part.ts';
import { absolutesTable, disturbance, findingsTable } from './report/tables.ts';
import { benchSizing } from './sizing/bench-sizing.ts';

const args = process.argv.slice(2);
if (args.includes('--help')) print(usage);
else await main();

async function main(): Promise<void> {
  const options = readOptions(args);
  await buildProgram();
  const [first, ...loads] = options.names;
  if (first === 'profile') {
    for (const load of loads.length ? loads : ['record'])
      print(profileText(load, await profileLoad(load, options)));
    return;
  }
  if (first === 'analytics' && options.against === undefined) {
    if (loads[0] === 'records') await recordQuestions(options);
    else await analytics(options);
    return;
  }
  if (first === 'replicas') {
    print(await benchReplicas(options));
    return;
  }
  if (first === 'gateways') {
    await gateways(options);
    return;
  }
  if (first === 'sizing') {
    print(await benchSizing(options));
    return;
  }
  const outcome =
    options.against === undefined
      ? await runBenchmarks(options)
      : await benchAgainst(options.against, options);
  if (options.isLoadOnly) return;
  print(`Measured with ${describePostgres(options)}.`);
  print(absolutesTable(outcome.absolutes));
  print(findingsTable(outcome.findings));
  const warning = disturbance(outcome.absolutes);
  if (warning) print(warning);
  // The document compares figures of a single run only.
  if (options.isQuick || options.names.length > 0) return;
  await writePart('recording', recordingPart(outcome, options));
  print(`Written to ${documentFile}.`);
}

/** Separate from the others, with its own questions and records. */
async function analytics(options: BenchOptions): Promise<void> {
  const ofRollups = await withArena(options, (arena) => benchAnalytics(arena, options));
  const ofRecords = await withArena(options, (arena) => benchRecordQuestions(arena, options));
  const outcome = {
    ...ofRollups,
    timings: [...ofRollups.timings, ...ofRecords.timings],
    findings: [...ofRollups.findings, ...ofRecords.findings],
  };
  print(timingsTable(outcome.timings));
  print(findingsTable(outcome.findings));
  print(disturbanceOf(outcome.others));
  if (options.isQuick) return;
  await writePart('analytics', analyticsPart(outcome, options));
  print(`Written to ${documentFile}.`);
}

/** The questions of analytics that no rollup answers, alone. */
async function recordQuestions(options: BenchOptions): Promise<void> {
  const { timings, findings } = await withArena(options, (arena) => benchRecordQuestions(arena, options));
  print(timingsTable(timings));
  print(findingsTable(findings));
}

/** Separate from the others: it compares Outturn with itself, and two gateways with peers in one process and in two. */
async function gateways(options: BenchOptions): Promise<void> {
  const compared = await withArena(options, (arena) => benchGateways(arena, options));
  const figures = await runBenchmarks({ ...options, names: anyGateways, gateways: 2 });
  const outcome = { ...compared, figures };
  print(gatewaysText(outcome));
  if (options.isQuick) return;
  await writePart('gateways', gatewaysPart(outcome, options));
  print(`Written to ${documentFile}.`);
}

function print(text: string): void {
  process.stdout.write(`\n${text}\n`);
}
