import { relations } from '@outturn/service';
import type { ObjectType } from '../mount/object-type.ts';
import { recordsOf, reference } from '../mount/relation-fields.ts';
import type { Draft } from '../mount/schema-builder.ts';
import type { Things } from './mounted-groups.ts';

const { many, sessionsOfEach } = relations;

export function mountRelations(draft: Draft, things: Things): void {
  const { agents, customers, goalTypes, kinds, sessions, tools } = things;
  const owners = new Map<string, object>([
    ['agents', agents.type],
    ['customers', customers.type],
    ['goal_types', goalTypes.type],
    ['sessions', sessions.type],
    ['tools', tools.type],
    ...kinds.map(({ kind, type }) => [kind.table, type] as const),
  ]);
  const fields = [
    ...kinds.map(({ kind: { name, noun }, list, ofEach }) => ({
      name,
      list,
      ofEach,
      description: `Its ${noun}s.`,
    })),
    {
      name: 'sessions',
      list: sessions.list,
      ofEach: sessionsOfEach,
      description: 'Its sessions, newest first.',
    },
  ];
  for (const field of fields) {
    for (const owner of field.ofEach.input.shape.owner.options) {
      const type = owners.get(owner);
      if (!type) throw new Error(`The owner ${owner} of ${field.name} has no GraphQL type`);
      // Every owner has an id, which is all that the field reads.
      recordsOf(draft, type as ObjectType<{ id: string }>, { ...field, owner });
    }
  }

  const references = referencesOf(draft, things);
  for (const { type, shape } of [...kinds, sessions]) {
    // The key and the id of a tool name one tool.
    const named = new Map(
      references.filter(({ field }) => field in shape).map((found) => [found.name, found]),
    );
    for (const { mount } of named.values()) mount(type);
  }
}

function referencesOf(draft: Draft, { agents, customers, goalTypes, kinds, sessions, tools }: Things) {
  const tool = { type: tools.type, description: 'The tool; null once it is deleted.' };
  return [
    reference(draft, 'agent', {
      field: 'agentKey',
      type: agents.type,
      many: many.agents,
      description: 'The agent; null once it is deleted.',
    }),
    reference(draft, 'customer', {
      field: 'customerKey',
      type: customers.type,
      many: many.customers,
      description: 'The customer; null once it is deleted.',
    }),
    reference(draft, 'session', {
      field: 'sessionKey',
      type: sessions.type,
      many: many.sessions,
      description: 'The session.',
    }),
    reference(draft, 'goalType', {
      field: 'goalKey',
      type: goalTypes.type,
      many: many.goalTypes,
      description: 'The type of the goal; null once it is deleted.',
    }),
    ...kinds.map(({ kind, type, many: ofKind }) => {
      const name = kind.name.replace(/s$/, '');
      return reference(draft, name, {
        field: `${name}Id`,
        type,
        many: ofKind,
        description: `The ${name} that brought it.`,
      });
    }),
    reference(draft, 'tool', { field: 'toolKey', ...tool, many: many.tools }),
    reference(draft, 'tool', { field: 'toolId', ...tool, many: many.toolsById }),
  ];
}
