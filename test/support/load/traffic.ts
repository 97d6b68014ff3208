import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

type Options = { clients: number; perSecond: number; signal: AbortSignal };

/**
 * Sends ordinary calls at a steady rate, records and lists in turn, and returns how long each took, in milliseconds.
 * Each call is due at its time and counts from then, even if earlier ones are late: a stall of a second at 100 calls
 * a second then shows in 100 measurements, and not in the one call that was under way.
 */
export async function measureTraffic(
  { url, token }: { url: string; token: string },
  { clients, perSecond, signal }: Options,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const started = performance.now();
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  for (let i = 0; !signal.aborted; i++) {
    const due = started + (i * 1000) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
    const call = callOnce(agent, url, token, i % 2 === 0);
    calls.push(
      call.then(() => {
        times.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(calls);
  agent.destroy();
  return times;
}

/** Rejects unless it is answered with success. */
async function callOnce(agent: Agent, url: string, token: string, isRecord: boolean): Promise<void> {
  const body = JSON.stringify({ amount: '0.01', recordedAt: '2026-06-30T12:00:00Z', agentKey: 'a' });
  const sent = request(`${url}/v1/revenues${isRecord ? '' : '?limit=10'}`, {
    agent,
    method: isRecord ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(isRecord && { 'content-type': 'application/json' }) },
  });
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(isRecord ? body : undefined);
  });
  await buffer(response);
  if ((response.statusCode ?? 500) >= 400)
    throw new Error(`normal traffic was answered ${response.statusCode}`);
}

/** The smallest value that this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
