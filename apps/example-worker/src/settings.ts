import { parseArgs } from 'node:util';

export type Settings = {
  url: string;
  apiKey: string;
  seed: string;
  sessions: number;
  /** Concurrent sessions. */
  concurrency: number;
  /** Factor by which time passes faster. */
  speed: number;
  json: boolean;
};

export const USAGE = `Simulates a support desk of AI agents and records their work in Outturn.

  node scripts/run.mjs apps/example-worker/src/main.ts [--sessions 20] [--concurrency 5] [--speed 60] [--seed demo] [--json]

Environment: OUTTURN_URL (http://localhost:3000), OUTTURN_API_KEY.
`;

export function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings {
  const { values } = parseArgs({
    args,
    options: {
      sessions: { type: 'string', default: '20' },
      concurrency: { type: 'string', default: '5' },
      speed: { type: 'string', default: '60' },
      seed: { type: 'string', default: 'demo' },
      json: { type: 'boolean', default: false },
    },
  });
  if (!env.OUTTURN_API_KEY) throw new Error('OUTTURN_API_KEY is not set. Set it to an API key.');
  return {
    url: env.OUTTURN_URL || 'http://localhost:3000',
    apiKey: env.OUTTURN_API_KEY,
    seed: values.seed,
    json: values.json,
    sessions: toCount('sessions', values.sessions),
    concurrency: toCount('concurrency', values.concurrency),
    speed: toCount('speed', values.speed),
  };
}

function toCount(name: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`--${name} must be a whole number above 0.`);
}
