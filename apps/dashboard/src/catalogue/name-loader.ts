import type { Dimension } from '../kinds/dimensions.ts';
import { fetchNames } from './fetch-members.ts';

type Waiting = Map<string, PromiseWithResolvers<string | null>>;

/** The least time between two requests for names of a dimension, in milliseconds: a feed may bring new keys all the time. */
const INTERVAL = 1000;

const waiting = new Map<Dimension, Waiting>();
const sentAt = new Map<Dimension, number>();

/** The name of a member; null where there is none. Calls within an interval share one request. */
export function loadName(dimension: Dimension, key: string): Promise<string | null> {
  const batch = waiting.get(dimension) ?? gather(dimension);
  const asked = batch.get(key) ?? Promise.withResolvers<string | null>();
  batch.set(key, asked);
  return asked.promise;
}

function gather(dimension: Dimension): Waiting {
  const batch: Waiting = new Map();
  waiting.set(dimension, batch);
  const wait = (sentAt.get(dimension) ?? Number.NEGATIVE_INFINITY) + INTERVAL - performance.now();
  setTimeout(() => void send(dimension, batch), Math.max(0, wait));
  return batch;
}

async function send(dimension: Dimension, batch: Waiting): Promise<void> {
  waiting.delete(dimension);
  sentAt.set(dimension, performance.now());
  try {
    const names = await fetchNames(dimension, [...batch.keys()]);
    for (const [index, { resolve }] of [...batch.values()].entries()) resolve(names[index] ?? null);
  } catch (error) {
    for (const { reject } of batch.values()) reject(error);
  }
}
