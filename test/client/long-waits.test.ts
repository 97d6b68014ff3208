import { createOutturnClient } from '@outturn/client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
/** In milliseconds, and more than setTimeout takes, which would fire at once. */
const MONTH = 30 * 86_400_000;

describe('a wait longer than the maximum of setTimeout', () => {
  test('keeps a subscription from reconnecting before the time it was given', async () => {
    let requests = 0;
    const busy = async () => {
      requests++;
      return new Response(null, { status: 503, headers: { 'retry-after': String(MONTH / 1_000) } });
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const told = Promise.withResolvers<number>();
    const client = createOutturnClient({
      url: gateway.url,
      apiKey: 'x',
      fetch: busy,
      onRetry: ({ delay }) => told.resolve(delay),
    });

    const subscription = client.records.live.subscribe({}, { onData: () => undefined });
    expect(await told.promise).toBeGreaterThan(MONTH);
    await vi.advanceTimersByTimeAsync(86_400_000);
    subscription.unsubscribe();
    expect(requests).toBe(1);
  });

  test('does not end a connection before it opens', async () => {
    const { token } = await mintKey();
    const failed = new AbortController();
    const client = createOutturnClient({
      url: gateway.url,
      apiKey: token,
      timeout: MONTH,
      onRetry: ({ error }) => failed.abort(error),
    });
    const kinds: string[] = [];
    for await (const { data } of client.records.live.subscribe({}, { signal: failed.signal })) {
      kinds.push(data.kind);
      break;
    }
    expect(failed.signal.reason).toBeUndefined();
    expect(kinds).toEqual(['position']);
  });
});
