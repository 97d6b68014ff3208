import { operations, type Principal, type Service, subscriptions } from '@outturn/service';
import { onTestFinished } from 'vitest';

/** Records and follows the events of a developer by their names, in the test's process. */
export function eventsOf(service: Service, principal: Principal) {
  const call = { principal, requestId: 'live' };
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());

  /** The names of the events that arrive from now on, or after an event; null stands for a position. */
  async function* follow(input: { lastEventId?: string } = {}): AsyncGenerator<string | null> {
    const context = { call, signal: leaving.signal };
    for await (const { data } of service.subscribe(subscriptions.records.live, context, input)) {
      if (data.kind === 'position') yield null;
      if (data.kind === 'events') yield data.record.name;
    }
  }

  return {
    record: (name: string) => service.execute(operations.events.record, call, { type: 'llm.call', name }),
    follow,
    /** Follows in the background from now on; resolves to the list to which names are added. */
    async namesFromNow(): Promise<readonly string[]> {
      const names: string[] = [];
      const all = follow();
      await all.next();
      const collect = async () => {
        for await (const name of all) if (name !== null) names.push(name);
      };
      void collect().catch((error: unknown) => names.push(String(error)));
      return names;
    },
  };
}

/** The names up to one of them. */
export async function namesUntil(last: string, all: AsyncGenerator<string | null>): Promise<string[]> {
  const names: string[] = [];
  for await (const name of all) {
    if (name !== null) names.push(name);
    if (name === last) break;
  }
  return names;
}
