import { operations, recordKinds, timelineOfEach } from '@outturn/service';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';

const store = usePrivateDatabase();
const caller = usePrivateService(store, 8);
const timeline = timelineOfEach(recordKinds);

test('a session with more records than one sort takes has its timeline in order', async () => {
  const { service, principal } = caller;
  const call = { principal, requestId: 'timeline' };
  const { output } = await service.execute(operations.events.record, call, {
    type: 'llm.call',
    sessionKey: 'long',
    occurredAt: '2026-01-01T00:00:00Z',
  });
  const { pool } = store.database;
  await pool.query(
    `insert into events (developer_id, id, created_at, agent_id, session_id, occurred_at, type)
     select developer_id, gen_random_uuid(), now(), agent_id, session_id, occurred_at + (i * 7919 % 12000) * interval '1 second',
       'tool.call' from events, generate_series(1, 12000) i where id = $1`,
    [JSON.parse(output.text).id],
  );
  const { rows } = await pool.query<{ id: string; session: string }>(
    `select id, session_id as session from events where developer_id = $1 order by occurred_at, id limit 300`,
    [principal.developerId],
  );
  const pageBehind = async (cursor?: string) => {
    const input = { ids: [rows[0]?.session], limit: 150, cursor };
    return (await service.execute(timeline, call, input)).output.value[0];
  };
  const first = await pageBehind();
  const second = await pageBehind(first?.cursors.at(-1));
  const shown = [first, second].flatMap((page) => page?.items ?? []);
  expect(shown.map(({ record }) => record.id)).toEqual(rows.map(({ id }) => id));
});
