import { expect, test } from 'vitest';
import { namesOf, tableOfEntity } from './database/entity-metadata.ts';
import { entitiesOf } from './entities.ts';
import { recordKinds } from './records/record-kinds.ts';

test('names for SQL are those of MikroORM', () => {
  for (const entity of entitiesOf(recordKinds)) {
    const { name, columns } = tableOfEntity(entity);
    const names = namesOf(entity);
    expect(`${names}`).toBe(name);
    expect({ ...names }).toEqual(Object.fromEntries(columns.map((column) => [column.property, column.name])));
  }
});
