import { setTimeout as sleep } from 'node:timers/promises';

/** Requests of one kind at a fixed rate, whether or not earlier ones have been answered. */
export type Stream = { what: string; perSecond: number; send: () => Promise<number> };

/** Latencies in milliseconds; `failed` of them had another status than success. */
export type StreamResult = { what: string; sent: number; failed: number; p50: number; p99: number };

/** Sends all streams concurrently. Latencies count from when a request was due, also when it was sent late. */
export function runStreams(streams: readonly Stream[], seconds: number): Promise<StreamResult[]> {
  return Promise.all(streams.map((stream) => runStream(stream, seconds)));
}

async function runStream({ what, perSecond, send }: Stream, seconds: number): Promise<StreamResult> {
  const times: number[] = [];
  let failed = 0;
  const started = performance.now();
  const all: Promise<void>[] = [];
  const count = Math.round(seconds * perSecond);
  for (let i = 0; i < count; i++) {
    const due = started + (i * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    all.push(
      send().then((status) => {
        times.push(performance.now() - due);
        if (status >= 300) failed++;
      }),
    );
  }
  await Promise.all(all);
  return { what, sent: count, failed, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
