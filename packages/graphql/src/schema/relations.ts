import { type Model, relationsOf, sessionsOfEach, singularOf } from '@outturn/service';
import type { ObjectType } from '../mount/object-type.ts';
import { recordsOf, reference } from '../mount/relation-fields.ts';
import type { Draft } from '../mount/schema-builder.ts';
import { type Mounted, typeOfGroup } from './mount-operations.ts';

/** Mounts the records of each dimension and kind that they name, and the members and records that each of them names. */
export function mountRelations(draft: Draft, mounted: Mounted, { dimensions, kinds }: Model): void {
  const groupOfTable = new Map([...dimensions, ...kinds].map(({ table, name }) => [table, name]));
  const related = kinds.map((kind) => ({ kind, ...relationsOf(kind) }));
  const lists = [
    ...related.map(({ kind: { name, noun }, ofEach }) => ({ name, ofEach, description: `Its ${noun}s.` })),
    { name: 'sessions', ofEach: sessionsOfEach, description: 'Its sessions, newest first.' },
  ];
  for (const { name, ofEach, description } of lists) {
    const list = mounted.lists.get(name);
    if (!list) throw new Error(`The group ${name} has no list on GraphQL`);
    for (const parent of ofEach.input.shape.parent.options) {
      // Every parent has an id, which is all that the field reads.
      const type = typeOfGroup(mounted, groupOfTable.get(parent) ?? parent) as ObjectType<{ id: string }>;
      recordsOf(draft, type, { name, description, parent, list, ofEach });
    }
  }
  const references = [
    ...dimensions.map(({ name, singular, field, title, many, isDeletable }) => ({
      name: singular,
      field: `${field}Key`,
      many,
      type: typeOfGroup(mounted, name),
      description: `The ${title}${isDeletable ? '; null once it is deleted' : ''}.`,
    })),
    ...related.map(({ kind, many }) => {
      const name = singularOf(kind.name);
      const type = typeOfGroup(mounted, kind.name);
      return { name, field: `${name}Id`, many, type, description: `The ${name} that brought it.` };
    }),
  ];
  for (const { name, output } of [...kinds, ...dimensions])
    for (const one of references)
      if (one.field in output.shape) reference(draft, typeOfGroup(mounted, name), one);
}
