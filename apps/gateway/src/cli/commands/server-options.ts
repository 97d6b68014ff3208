import { InvalidArgumentError, Option } from 'commander';
import { SAFE_TO_REPEAT } from '../import/import-file.ts';
import { tell } from '../print.ts';

const DEFAULT_URL = 'http://localhost:3000';

export function urlOption(): Option {
  return new Option('--url <url>', 'URL of the server')
    .env('OUTTURN_URL')
    .default(DEFAULT_URL)
    .argParser(parseUrl);
}

/** Every user of the machine can read the arguments of a process, but not its environment. */
export function apiKeyOption(description: string): Option {
  return new Option(
    '--api-key <key>',
    `${description}; prefer the variable, because process lists show arguments`,
  ).env('OUTTURN_API_KEY');
}

export function checkApiKey(apiKey: string | undefined): string {
  if (!apiKey)
    throw new Error(
      'The API key is missing. Set OUTTURN_API_KEY, or pass --api-key, which process lists show.',
    );
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new Error('The API key has invalid characters. Copy it again.');
  return apiKey;
}

/** Ctrl-C aborts the work; a second Ctrl-C exits immediately. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const interruption = new AbortController();
  const interrupt = () => (interruption.signal.aborted ? process.exit(130) : interruption.abort());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  try {
    return await work(interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    tell(`Stopped. ${SAFE_TO_REPEAT}\n`);
    process.exitCode = 130;
    return undefined;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}

function parseUrl(text: string): string {
  if (text === '') return DEFAULT_URL; // an empty variable counts as unset
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('It must be an http:// or https:// URL.');
  }
  const { origin, pathname } = new URL(text);
  // The specification's base URL ends in /v1; both forms are accepted.
  return `${origin}${pathname}`.replace(/\/+$/, '').replace(/\/v1$/, '');
}
