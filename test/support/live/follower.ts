import { createOutturnClient } from '@outturn/client';
import { waitUntil } from '../load/wait-until.ts';

/** A follower of a developer's records, and the records that arrived: `kind id`, in order. */
export type Follower = { seen: readonly string[]; failures: readonly unknown[]; stop(): void };

/** Follows from now on; resolves once the stream is open. */
export async function follow({ url, token }: { url: string; token: string }): Promise<Follower> {
  const client = createOutturnClient({ url, apiKey: token });
  const seen: string[] = [];
  const failures: unknown[] = [];
  let isListening = false;
  const subscription = client.records.live.subscribe(
    {},
    {
      onStarted: () => {
        isListening = true;
      },
      onData: ({ data }) => {
        if ('record' in data) seen.push(`${data.kind} ${data.record.id}`);
      },
      onError: (error) => failures.push(error),
    },
  );
  await waitUntil('it listens', () => isListening || failures.length > 0);
  return { seen, failures, stop: () => subscription.unsubscribe() };
}
