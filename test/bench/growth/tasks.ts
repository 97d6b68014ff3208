import { recordKinds, verifyRollups } from '@outturn/service';
import type { ArenaDatabase } from '../arena.ts';
import type { Contender, Developer } from '../contender.ts';
import type { Traffic } from '../load/job.ts';
import { CUSTOMERS } from '../load/job.ts';

/** A measured task, for a database of any size. */
export type Task = {
  what: string;
  hasTarget: boolean;
  /** Whether it is measured in the steady state after a checkpoint. */
  isSteady?: boolean;
} & (
  | { kind: 'load'; traffic: Traffic }
  /** Executed once in a round. */
  | { kind: 'work'; work: () => Promise<unknown> }
);

const DAY = 86_400_000;
/** Records that are read by id, of all ages. */
const IDS = 20_000;
/** Rows on a page of the table, about. */
const ROWS_PER_PAGE = 45;

/** Ids of many records, each on another page if there are enough. */
export async function idsOfAnyAge(
  { database: { pool } }: ArenaDatabase,
  developerId: string,
  stored: number,
): Promise<string[]> {
  const pages = Math.min(1, (IDS * ROWS_PER_PAGE) / stored);
  const { rows } = await pool.query<{ id: string }>(
    `select id from revenues tablesample system (${100 * pages})
     where developer_id = $1 and random() < ${IDS / (stored * pages)} order by random()`,
    [developerId],
  );
  return rows.map((row) => row.id);
}

/** The same tasks for every size; `stored` is how many records there are. */
export async function tasksOf(
  { database, server, url }: Contender,
  { id, token }: Developer,
  stored: number,
): Promise<Task[]> {
  const ids = await idsOfAnyAge({ database, url }, id, stored);
  const middle = await cursorOf(`http://127.0.0.1:${server.port}`, token);
  const old = dayBefore(182);
  const read = (what: string, paths: string[], hasTarget = true): Task => ({
    what,
    hasTarget,
    kind: 'load',
    traffic: { kind: 'read', paths },
  });
  const list = (query: string) => `/v1/revenues?limit=100${query}`;
  const customers = Array.from({ length: CUSTOMERS }, (_, i) => `customer-${i}`);
  return [
    read('the newest page', [list('')]),
    read(
      'a record by id, of any age',
      ids.map((id) => `/v1/revenues/${id}`),
    ),
    read(
      'the newest of a customer',
      customers.map((key) => `/v1/revenues?limit=20&customerKey=${key}`),
    ),
    read('a page from the middle of the year, by cursor', [list(`&sort=-recordedAt&cursor=${middle}`)]),
    read('a day half a year ago', [
      list(`&sort=recordedAt&recordedFrom=${old}T00:00:00Z&recordedTo=${dayBefore(181)}T00:00:00Z`),
    ]),
    read(
      'an agent on a day half a year ago',
      [
        list(
          `&agentKey=agent-7&recordedFrom=${old}T00:00:00Z&recordedTo=${dayBefore(181)}T00:00:00Z&sort=recordedAt`,
        ),
      ],
      false,
    ),
    read('a week by agent', [analytics(8, 'by(dimension: AGENT, first: 100) { key totals { revenue } }')]),
    read('a year by day', [analytics(365, 'series(every: DAY) { start totals { revenue revenueCount } }')]),
    {
      what: 'rollups verify of a day',
      // It reads all records of the day, of which there are more.
      hasTarget: false,
      kind: 'work',
      work: () => verifyDay(database, url, old),
    },
    // Last, since they make the small database larger.
    {
      what: 'POST /v1/revenues',
      hasTarget: true,
      isSteady: true,
      kind: 'load',
      traffic: { kind: 'record', path: '/v1/revenues' },
    },
    {
      what: 'POST /v1/revenues right after a checkpoint',
      // The first write to a page after a checkpoint logs the whole page, and there are more pages.
      hasTarget: false,
      kind: 'load',
      traffic: { kind: 'record', path: '/v1/revenues' },
    },
    {
      what: 'batches of 1,000, records',
      hasTarget: true,
      isSteady: true,
      kind: 'load',
      traffic: { kind: 'batch', path: '/v1/revenues/batch', items: 1_000, spreadHours: 1 },
    },
    {
      what: 'batches of 1,000 over a year, records',
      // Each record touches its own pages of rollups and indexes, which are many times as large.
      hasTarget: false,
      kind: 'load',
      traffic: { kind: 'batch', path: '/v1/revenues/batch', items: 1_000, spreadHours: 365 * 24 },
    },
  ];
}

function analytics(days: number, selection: string): string {
  const query = `{ analytics(window: {from: "${dayBefore(days)}", to: "${dayBefore(1)}"}) { ${selection} } }`;
  return `/graphql?query=${encodeURIComponent(query)}`;
}

/** A cursor to half a year ago. */
async function cursorOf(base: string, token: string): Promise<string> {
  const path = `/v1/revenues?limit=1&sort=-recordedAt&recordedTo=${dayBefore(182)}T00:00:00Z`;
  const response = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const link = response.headers.get('link') ?? '';
  const cursor = /[?&]cursor=([^&>]+)/.exec(link)?.[1];
  if (cursor === undefined) throw new Error(`no page follows ${path}: ${response.status}`);
  return cursor;
}

async function verifyDay(database: Contender['database'], url: string, day: string): Promise<void> {
  const from = new Date(`${day}T00:00:00Z`);
  const days = { from, to: new Date(from.getTime() + DAY) };
  for await (const difference of verifyRollups(database, recordKinds, { days })) {
    throw new Error(`the rollups of ${url} are wrong: ${JSON.stringify(difference)}`);
  }
}

/** The UTC day so many days ago. */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
}
