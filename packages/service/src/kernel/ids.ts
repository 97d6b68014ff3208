import { uuidv7 } from 'uuidv7';

/** A new record id: UUIDv7, ascending within this process also inside one millisecond. */
export function newId(): string {
  return uuidv7();
}
