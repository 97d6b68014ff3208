import { randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { catalogOf } from '../support/catalog.ts';
import { citusUrl } from '../support/citus/url.ts';
import { createDatabase } from '../support/create-database.ts';
import { testDatabase } from '../support/developers.ts';
import { on } from '../support/on.ts';

test('the migrations make the schema that the entities describe', async () => {
  const { orm } = await testDatabase();
  expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
  expect(await orm.migrator.getPending()).toEqual([]);
});

// Citus adds objects of its own.
test.runIf(!citusUrl)('the migrations add nothing but what entities cannot say', async () => {
  const { orm } = await testDatabase();
  const name = `entities_${randomUUID().replaceAll('-', '')}`;
  const { url, remove } = await createDatabase(inject('databaseUrl'), name);
  onTestFinished(remove);
  await on(url, await orm.schema.getCreateSchemaSQL({ wrap: false }));
  const described = await catalogOf(url);
  const migrated = await catalogOf(inject('databaseUrl'));
  const onlyIn = (one: string[], other: string[]) => one.filter((line) => !other.includes(line));
  expect({ added: onlyIn(migrated, described), instead: onlyIn(described, migrated) }).toMatchInlineSnapshot(`
    {
      "added": [
        "CREATE OR REPLACE FUNCTION public.announce_session_end()
     RETURNS trigger
     LANGUAGE plpgsql
    AS $function$
        begin
          perform pg_notify('outturn_sessions', case tg_level when 'ROW' then old.id::text else '' end);
          return null;
        end $function$
    ",
        "CREATE STATISTICS public.rollups_kinds (mcv) ON cut, fact, grain FROM rollups",
        "CREATE TRIGGER user_sessions_deleted AFTER DELETE ON public.user_sessions FOR EACH ROW WHEN ((old.expires_at > now())) EXECUTE FUNCTION announce_session_end()",
        "CREATE TRIGGER user_sessions_shortened AFTER UPDATE ON public.user_sessions FOR EACH ROW WHEN (((new.expires_at < old.expires_at) OR (new.token <> old.token))) EXECUTE FUNCTION announce_session_end()",
        "CREATE TRIGGER user_sessions_truncated AFTER TRUNCATE ON public.user_sessions FOR EACH STATEMENT EXECUTE FUNCTION announce_session_end()",
        "CREATE TRIGGER users_deleted AFTER DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION announce_session_end()",
        "CREATE TRIGGER users_moved AFTER UPDATE ON public.users FOR EACH ROW WHEN ((new.developer_id <> old.developer_id)) EXECUTE FUNCTION announce_session_end()",
        "rollup_deltas {autovacuum_vacuum_scale_factor=0,autovacuum_vacuum_threshold=1000}",
        "rollup_deltas.agent_ids 5 uuid[] t e ",
        "rollup_deltas.amounts 7 numeric[] t e ",
        "rollup_deltas.customer_ids 6 uuid[] t e ",
        "rollup_deltas.times 8 timestamp with time zone[] t e ",
        "rollups {fillfactor=70}",
        "told_events.events 3 text t e ",
      ],
      "instead": [
        "rollup_deltas ",
        "rollup_deltas.agent_ids 5 uuid[] t x ",
        "rollup_deltas.amounts 7 numeric[] t x ",
        "rollup_deltas.customer_ids 6 uuid[] t x ",
        "rollup_deltas.times 8 timestamp with time zone[] t x ",
        "rollups ",
        "told_events.events 3 text t x ",
      ],
    }
  `);
  expect(await on(inject('databaseUrl'), 'select number from required_schema')).toEqual([{ number: 1 }]);
});
