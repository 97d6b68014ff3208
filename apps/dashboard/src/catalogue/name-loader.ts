import { fetchNames } from './fetch-members.ts';
import type { Group } from './groups.ts';

type Waiting = Map<string, PromiseWithResolvers<string | null>>;

/** The least time between two requests for names of a group, in milliseconds: a feed may bring new keys all the time. */
const INTERVAL = 1000;

const waiting = new Map<Group, Waiting>();
const sentAt = new Map<Group, number>();

/** The name of a member; null where there is none. Calls within an interval share one request. */
export function loadName(group: Group, key: string): Promise<string | null> {
  const batch = waiting.get(group) ?? gather(group);
  const asked = batch.get(key) ?? Promise.withResolvers<string | null>();
  batch.set(key, asked);
  return asked.promise;
}

function gather(group: Group): Waiting {
  const batch: Waiting = new Map();
  waiting.set(group, batch);
  const wait = (sentAt.get(group) ?? Number.NEGATIVE_INFINITY) + INTERVAL - performance.now();
  setTimeout(() => void send(group, batch), Math.max(0, wait));
  return batch;
}

async function send(group: Group, batch: Waiting): Promise<void> {
  waiting.delete(group);
  sentAt.set(group, performance.now());
  try {
    const names = await fetchNames(group, [...batch.keys()]);
    for (const [index, { resolve }] of [...batch.values()].entries()) resolve(names[index] ?? null);
  } catch (error) {
    for (const { reject } of batch.values()) reject(error);
  }
}
