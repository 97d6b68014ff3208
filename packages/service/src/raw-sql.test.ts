import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const decision = path.resolve(import.meta.dirname, '../../../docs/decisions/016-mikroorm-and-raw-sql.md');
/** A literal that begins with a verb of SQL, or a line of one. */
const statement =
  /^(?!\s*(?:\/\/|\*|\/\*)).*?[`'"(]\s*(?:with |select |insert into |update \$|delete from )|^\s+(?:select|insert into|update|delete from) [$(\w]/m;

test.each([
  ["rows('x', 'select 1 from users')", true],
  ['const sql = `\n    delete from users`;', true],
  ["// The statement 'select 1' is no code.", false],
  ["em.find(User, { email: 'update' })", false],
])('%s has SQL: %s', (source, hasSql) => expect(statement.test(source)).toBe(hasSql));

test('only the files that the decision names have SQL', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/test\.ts$|fixture|migrations\//.test(name),
  );
  const withSql = files.filter((name) =>
    statement.test(readFileSync(path.join(import.meta.dirname, name), 'utf8')),
  );
  const rows = readFileSync(decision, 'utf8').match(/^\|.*$/gm) ?? [];
  const named = [...rows.join('').matchAll(/`([\w/-]+\.ts)`/g)].map(([, name]) => name);
  expect(withSql.sort()).toEqual(named.sort());
});
