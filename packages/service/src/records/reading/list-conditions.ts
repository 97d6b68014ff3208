import type { ListConditions } from '../../database/statement-name.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import type { QueryContext } from '../../operations/define.ts';

/** Undefined when a filter names a key that the developer never used: nothing matches. */
export async function listConditions(
  { database, dimensions, principal }: QueryContext,
  kind: RecordKind,
  input: Record<string, unknown>,
): Promise<ListConditions | undefined> {
  const conditions: ListConditions = {
    where: ['developer_id = $1'],
    values: [principal.developerId],
    shape: [],
  };
  const add = (name: string, condition: (parameter: string) => string, value: unknown) => {
    conditions.where.push(condition(`$${conditions.values.push(value)}`));
    conditions.shape.push(name);
  };
  for (const { field, table, column } of kind.dimensions) {
    const key = input[`${field}Key`];
    const id =
      typeof key === 'string' ? await dimensions.idOfKey(database, principal.developerId, table, key) : null;
    if (id === undefined) return undefined;
    if (id !== null) add(`${field}_key`, (parameter) => `${column} = ${parameter}`, id);
    if (input[`${field}Id`] != null)
      add(`${field}_id`, (parameter) => `${column} = ${parameter}`, input[`${field}Id`]);
  }
  for (const [name, column] of Object.entries(kind.filters)) {
    const value = input[name];
    if (value == null) continue;
    const isShownKey = name === 'key' && kind.idOfShownKey?.(String(value)) !== undefined;
    if (isShownKey) add('shown_key', shownKey, value);
    else add(name, (parameter) => `${column} = ${parameter}`, value);
  }
  const { column, field } = kind.time;
  const base = field.replace(/At$/, '');
  if (input[`${base}From`] != null)
    add('from', (parameter) => `${column} >= ${parameter}`, input[`${base}From`]);
  if (input[`${base}To`] != null) add('to', (parameter) => `${column} < ${parameter}`, input[`${base}To`]);
  return conditions;
}

/** Matches the record that shows the key, or one imported with it. */
function shownKey(parameter: string): string {
  return `(key = ${parameter} or key is null and id = right(${parameter}, 36)::uuid)`;
}
