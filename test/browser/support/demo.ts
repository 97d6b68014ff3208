import { seed } from '../../../apps/gateway/src/cli/seed/seed.ts';

/** Fills an account with the data of `npm run outturn -- seed`. */
export async function seedDemo(
  url: string,
  apiKey: string,
  { days = 40, sessions = 12 } = {},
): Promise<void> {
  await seed({
    url,
    apiKey,
    data: { seed: 'demo', days, sessions, until: new Date() },
    progress: { start: ignore, update: ignore, note: ignore, stop: ignore },
    signal: new AbortController().signal,
  });
}

function ignore(): void {}
