import { executable } from '../../support/executable.ts';

/** The browser to drive; undefined when this machine has none. */
export const chromiumPath =
  process.env.CHROMIUM || executable('chromium', 'chromium-browser', 'google-chrome');
