import type { OutturnError } from '../base/errors.ts';
import type { Listener } from './listener.ts';
import type { SchemaRequirement } from './schema-requirement.ts';

/** Milliseconds: with the time of a query, below the five seconds after which an outdated gateway is unready. */
const INTERVAL = 3_000;

/** Calls `onOutdated` while the database requires a newer gateway. Returns a function that ends it. */
export function watchSchema(
  schema: SchemaRequirement,
  listener: Listener,
  onOutdated: (refusal: OutturnError) => void,
): () => void {
  let isAsking = false;
  const look = async () => {
    if (isAsking) return;
    isAsking = true;
    // While disconnected, new connections ask.
    await listener.ask((client) => schema.read(client)).catch(() => undefined);
    isAsking = false;
    if (schema.refusal) onOutdated(schema.refusal);
  };
  const timer = setInterval(() => void look(), INTERVAL).unref();
  return () => clearInterval(timer);
}
