import { existsSync } from 'node:fs';

const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser to drive; undefined when this machine has none. */
export const chromiumPath = candidates.find((path) => path !== undefined && existsSync(path));
