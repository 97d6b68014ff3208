// Shared by commands that call a server.
import { InvalidArgumentError, Option } from 'commander';
import { SAFE_TO_REPEAT } from '../import/import-file.ts';

const DEFAULT_URL = 'http://localhost:3000';

export function urlOption(): Option {
  return new Option('--url <url>', 'of the server')
    .env('OUTTURN_URL')
    .default(DEFAULT_URL)
    .argParser(parseUrl);
}

/** Arguments, unlike variables, can be read by every user of a machine. */
export function apiKeyOption(description: string): Option {
  return new Option(
    '--api-key <key>',
    `${description}; prefer the variable, which process lists do not show`,
  ).env('OUTTURN_API_KEY');
}

/** Throws where there is none, or one that no header can carry. */
export function checkApiKey(apiKey: string | undefined): string {
  if (!apiKey)
    throw new Error(
      'An API key is missing. Set OUTTURN_API_KEY, or pass --api-key, which process lists show.',
    );
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new Error('The API key has characters that no API key has.');
  return apiKey;
}

/** Runs work that may be repeated, to its end or until Ctrl-C; a second Ctrl-C stops everything at once. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const interruption = new AbortController();
  const interrupt = () => (interruption.signal.aborted ? process.exit(130) : interruption.abort());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  try {
    return await work(interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    process.stderr.write(`Stopped. ${SAFE_TO_REPEAT}\n`);
    process.exitCode = 130;
    return undefined;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}

function parseUrl(text: string): string {
  if (text === '') return DEFAULT_URL; // an empty variable is an unset one
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('Not an http:// or https:// URL.');
  }
  const { origin, pathname } = new URL(text);
  // The specification writes its base URL with the version.
  return `${origin}${pathname}`.replace(/\/+$/, '').replace(/\/v1$/, '');
}
