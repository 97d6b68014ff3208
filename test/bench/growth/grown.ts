import type { Arena, ArenaDatabase } from '../arena.ts';
import { type Contender, createDeveloper, type Developer } from '../contender.ts';
import { seedDimensions } from '../seed-revenues.ts';
import { startGateway } from '../server-process.ts';
import { describeStorage, readStorage } from './storage.ts';
import { storeMore } from './store-more.ts';

/** Every round writes for the same developer, more per minute than a limit allows. */
export const plan = 'unlimited';
const developerName = 'of all records';
/** A comment on a fully loaded database; one whose loading was interrupted has none. */
const FILLED = 'filled';

/** `lastStored` is the newest id of the `records` that were there before the `written` ones. */
export type Grown = Contender & {
  developer: Developer;
  records: number;
  written: number;
  lastStored: string;
};

/** A new database without records. */
export async function createGrown(arena: Arena, name: string): Promise<Grown> {
  const created = await arena.createDatabase(name);
  const developer = await createDeveloper(created, plan, developerName);
  await seedDimensions(created, developer);
  return toGrown(arena, { created, developer, records: 0 });
}

/** The database of an earlier run, or a new one. Throws when its loading was interrupted. */
export async function findOrCreateGrown(arena: Arena, name: string): Promise<Grown> {
  const created = await arena.findDatabase(name);
  if (!created) return createGrown(arena, name);
  const { rows } = await created.database.pool.query<{ comment: string | null }>(
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = current_database()`,
  );
  if (rows[0]?.comment !== FILLED) throw new Error(`${name} was not filled to the end: remove the folder.`);
  const developer = await createDeveloper(created, plan, developerName);
  const records = await countStored(created, developer);
  process.stderr.write(`  ${records.toLocaleString('en')} records are stored already\n`);
  return toGrown(arena, { created, developer, records });
}

/** Stores records until there are so many, and restarts a gateway. */
export async function grow(grown: Grown, until: number): Promise<void> {
  await grown.server.stop();
  const stored = grown.records + grown.written;
  if (stored < until) {
    await storeMore(grown, grown.developer, { stored, until });
    await markFilled(grown);
  }
  grown.records = Math.max(stored, until);
  grown.written = 0;
  const { rows } = await grown.database.pool.query<{ id: string }>(
    'select id from revenues where developer_id = $1 order by id desc limit 1',
    [grown.developer.id],
  );
  grown.lastStored = rows[0]?.id ?? '';
  process.stderr.write(`${describeStorage(await readStorage(grown), grown.records)}\n`);
  grown.server = await startGateway(grown.url);
}

/** Throws unless the database contains the acknowledged records, beside those stored before. */
export async function checkWritten(grown: Grown): Promise<void> {
  const { developer, records, written, lastStored } = grown;
  const found = await countStored(grown, developer, lastStored);
  if (found === written) return;
  throw new Error(`${written} records were acknowledged after ${records}, ${found} are stored`);
}

function toGrown(
  arena: Arena,
  { created, developer, records }: { created: ArenaDatabase; developer: Developer; records: number },
): Grown {
  const server = { port: 0, pid: 0, startedAt: 0, stop: async () => undefined };
  const grown: Grown = { ...created, developer, server, records, written: 0, lastStored: '' };
  arena.onClose(() => grown.server.stop());
  return grown;
}

async function markFilled({ database, url }: ArenaDatabase): Promise<void> {
  await database.pool.query(`comment on database ${new URL(url).pathname.slice(1)} is '${FILLED}'`);
}

async function countStored(
  { database }: ArenaDatabase,
  { id }: Developer,
  after = '00000000-0000-0000-0000-000000000000',
): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from revenues where developer_id = $1 and id > $2',
    [id, after],
  );
  return rows[0]?.count ?? 0;
}
