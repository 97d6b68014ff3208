import { setFlagsFromString } from 'node:v8';

/** Heap growth in percent before the next collection of the old generation. */
const GROWTH = 40;

/** See docs/decisions/016-heap-and-malloc-settings.md, also for the settings that `package.json` passes to the process. */
export function limitGarbage(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}
