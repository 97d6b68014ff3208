import { getRandomValues } from 'node:crypto';
import { V7Generator } from 'uuidv7';

/** Random numbers are drawn in advance: asking the system for each id costs more than the id. */
const drawn = new Uint32Array(1024);
let used = drawn.length;

const generator = new V7Generator({
  nextUint32() {
    if (used === drawn.length) {
      getRandomValues(drawn);
      used = 0;
    }
    return drawn[used++] as number;
  },
});

/** A new record id: UUIDv7, ascending within this process also inside one millisecond. */
export function newId(): string {
  return generator.generate().toString();
}
