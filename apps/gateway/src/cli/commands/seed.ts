import { type Command, InvalidArgumentError } from 'commander';
import { say } from '../print.ts';
import { createProgress } from '../progress.ts';
import { demoDefaults, seed } from '../seed/seed.ts';
import { apiKeyOption, checkApiKey, untilInterrupted, urlOption } from './server-options.ts';

export function addSeedCommand(program: Command): void {
  program
    .command('seed')
    .description(
      'send demo data of a growing company: agents, customers, costs, goals and revenue; safe to repeat',
    )
    .addOption(urlOption())
    .addOption(apiKeyOption('key of the account that receives the data; needs the write scopes'))
    .option('--days <n>', 'number of days up to now', parseCount(3_650), demoDefaults.days)
    .option(
      '--sessions <n>',
      'sessions on the last working day; earlier days have fewer',
      parseCount(100_000),
      demoDefaults.sessions,
    )
    .option('--seed <text>', 'the same text produces the same data', parseSeed, demoDefaults.seed)
    .action(runSeed);
}

type SeedCommandOptions = { url: string; apiKey?: string; days: number; sessions: number; seed: string };

async function runSeed({ url, apiKey, ...data }: SeedCommandOptions): Promise<void> {
  const key = checkApiKey(apiKey);
  const started = performance.now();
  const tally = await untilInterrupted((signal) =>
    seed({
      url,
      apiKey: key,
      data: { ...data, until: new Date() },
      progress: createProgress(),
      signal,
    }),
  );
  if (!tally) return;
  const count = (n: number) => n.toLocaleString('en');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`${count(tally.created)} records created, ${count(tally.replayed)} already there, ${seconds} s\n`);
}

function parseCount(most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most.toLocaleString('en')}.`);
  };
}

/** The seed is part of session and idempotency keys. */
function parseSeed(text: string): string {
  if (/^[\w.-]{1,100}$/.test(text)) return text;
  throw new InvalidArgumentError('It must have 1 to 100 letters, digits, dots, hyphens or underscores.');
}
