import { setFlagsFromString } from 'node:v8';

/** In percent. */
const GROWTH = 40;

/** See docs/decisions/017-heap-and-malloc-settings.md. */
export function setV8Flags(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}
