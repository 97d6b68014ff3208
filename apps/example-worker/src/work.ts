import { setTimeout as sleep } from 'node:timers/promises';
import type { OutturnClient } from '@outturn/client';
import { type DemoRecord, type DemoSession, demoSessionAt } from '@outturn/demo-data';
import type { Report } from './report.ts';
import type { Settings } from './settings.ts';

type Desk = { client: OutturnClient; report: Report; log: (line: string) => void };

/** Holds session after session, several at once, until all were held or `stop` is aborted: what has begun is finished. */
export async function work(desk: Desk, settings: Settings, stop: AbortSignal): Promise<void> {
  const { seed, sessions, concurrency, speed } = settings;
  let next = 0;
  const clerk = async () => {
    while (next < sessions && !stop.aborted) {
      const session = demoSessionAt(new Date(), { seed, number: next++, speed });
      await hold(desk, session);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, clerk));
}

/** Records what happens in a session when it happens. */
async function hold({ client, report, log }: Desk, session: DemoSession): Promise<void> {
  for (const record of session.records) {
    await sleep(Math.max(0, Date.parse(timeOf(record)) - Date.now()));
    report.add(await send(client, record));
  }
  report.addSession(session);
  const { key, agentKey, customerKey, records } = session;
  log(`${key}: ${agentKey} with ${customerKey}, ${records.length} records`);
}

/** Under the key that the record has for good, so that it may be sent as often as it takes. */
async function send(client: OutturnClient, { idempotencyKey, ...record }: DemoRecord) {
  const options = { context: { idempotencyKey } };
  switch (record.kind) {
    case 'events':
      return { kind: record.kind, record: await client.events.record.mutate(record.input, options) };
    case 'goals':
      return { kind: record.kind, record: await client.goals.record.mutate(record.input, options) };
    case 'revenues':
      return { kind: record.kind, record: await client.revenues.record.mutate(record.input, options) };
  }
}

function timeOf({ kind, input }: DemoRecord): string {
  if (kind === 'revenues') return input.recordedAt;
  return (kind === 'events' ? input.occurredAt : input.achievedAt) ?? '';
}
