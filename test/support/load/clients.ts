import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionLost } from './exchange.ts';
import type { ExpectedItem, Journal } from './journal.ts';
import type { Result } from './routes.ts';
import type { Job, Workload } from './workload.ts';

/** The total time for which a client retries a request, in milliseconds. */
const PERSISTENCE = 90_000;

/** Refusals that a client retries with the same key. */
const passing = new Set(['Server Error', 'Rate Limit Exceeded']);

export type ClientOptions = {
  /** The number of concurrent clients. */
  clients: number;
  token: string;
  workload: Workload;
  journal: Journal;
  /** The URL of the next attempt, as servers come and go. */
  target: () => string;
};

/** Runs so many clients until the workload ends and every request has a final answer. */
export async function runClients(options: ClientOptions): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const client = async () => {
    for (let job = options.workload.next(); job; job = options.workload.next()) {
      await carryOut(options, agent, job);
    }
  };
  await Promise.all(Array.from({ length: options.clients }, client));
  agent.destroy();
}

async function carryOut(options: ClientOptions, agent: Agent, { route, items }: Job): Promise<void> {
  const { journal, token, target } = options;
  const deadline = Date.now() + PERSISTENCE;
  let open = items;
  while (open.length > 0) {
    if (Date.now() > deadline)
      throw new Error(
        `not answered in ${PERSISTENCE} ms: ${JSON.stringify(open)}, after ${JSON.stringify(journal.disturbances)}`,
      );
    const results = await route.send({ url: target(), token, agent }, open).catch((error: unknown) => {
      if (!(error instanceof ConnectionLost)) throw error;
      journal.disturb(error.code);
      return undefined;
    });
    open = results ? settle(journal, open, results) : open;
    if (open.length > 0) await sleep(20 + Math.random() * 60);
  }
}

/** Notes final answers; returns the items to retry. */
function settle(journal: Journal, items: ExpectedItem[], results: readonly Result[]): ExpectedItem[] {
  return items.filter((item, i) => {
    const result = results[i];
    if (!result) throw new Error(`${items.length} items, ${results.length} results`);
    const isPassing = result.status === 'rejected' && passing.has(result.code);
    if (isPassing) journal.disturb(result.code);
    else journal.settle(item, result);
    return isPassing;
  });
}
