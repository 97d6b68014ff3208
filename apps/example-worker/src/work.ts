import { setTimeout as sleep } from 'node:timers/promises';
import type { OutturnClient } from '@outturn/client';
import { type DemoRecord, type DemoSession, demoSessionAt } from '@outturn/demo-data';
import type { Report } from './report.ts';
import type { Settings } from './settings.ts';

type Desk = { client: OutturnClient; report: Report; log: (line: string) => void };

/** Runs concurrent sessions until all are done or `stop` aborts; running sessions are finished. */
export async function work(desk: Desk, settings: Settings, stop: AbortSignal): Promise<void> {
  const { seed, sessions, concurrency, speed } = settings;
  let next = 0;
  const worker = async () => {
    while (next < sessions && !stop.aborted) {
      const session = demoSessionAt(new Date(), { seed, number: next++, speed });
      await runSession(desk, session);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** Sends each record at its own time. */
async function runSession({ client, report, log }: Desk, session: DemoSession): Promise<void> {
  const ids = new Map<DemoRecord, string>();
  for (const made of session.records) {
    await sleep(Math.max(0, Date.parse(timeOf(made)) - Date.now()));
    const recorded = await send(client, made, ids);
    ids.set(made, recorded.record.id);
    report.add(recorded);
  }
  report.addSession(session);
  const { key, agentKey, customerKey, records } = session;
  log(`${key}: ${agentKey} with ${customerKey}, ${records.length} records`);
}

/** Retries are safe, because each record has its own idempotency key. */
async function send(client: OutturnClient, record: DemoRecord, ids: ReadonlyMap<DemoRecord, string>) {
  const { kind } = record;
  const options = { context: { idempotencyKey: record.idempotencyKey } };
  switch (kind) {
    case 'events':
      return { kind, record: await client.events.record.mutate(record.input, options) };
    case 'goals':
      return { kind, record: await client.goals.record.mutate(record.input, options) };
    case 'revenues': {
      const eventId = record.event && ids.get(record.event);
      const input = { ...record.input, goalId: ids.get(record.goal), eventId };
      return { kind, record: await client.revenues.record.mutate(input, options) };
    }
  }
}

function timeOf({ kind, input }: DemoRecord): string {
  if (kind === 'revenues') return input.recordedAt;
  return (kind === 'events' ? input.occurredAt : input.achievedAt) ?? '';
}
