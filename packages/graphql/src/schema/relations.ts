import { relations } from '@outturn/service';
import type { Draft } from '../mount/draft.ts';
import { hasMany, recordsOf, reference } from '../mount/relations.ts';
import type { Things } from './things.ts';

const { ofEach, many } = relations;

/** Mounts what things have of each other. */
export function mountRelations(draft: Draft, things: Things): void {
  const Agent = things.agents.type;
  const Customer = things.customers.type;
  const Goal = things.goals.type;
  const GoalType = things.goalTypes.type;
  const Session = things.sessions.type;
  const Tool = things.tools.type;

  const revenues = recordsOf(draft, things.revenues.list, ofEach.revenues);
  const outcomes = recordsOf(draft, things.outcomes.list, ofEach.outcomes);
  const goals = recordsOf(draft, things.goals.list, ofEach.goals);
  const events = recordsOf(draft, things.events.list, ofEach.events);
  const sessions = recordsOf(draft, things.sessions.list, ofEach.sessions);

  hasMany(Agent, 'agents', {
    revenues: revenues('Revenue that it brought in.'),
    outcomes: outcomes('Outcomes that it produced.'),
    goals: goals('Goals that it achieved.'),
    events: events('What it did.'),
    sessions: sessions('Its sessions, newest first.'),
  });

  hasMany(Customer, 'customers', {
    revenues: revenues('Revenue that it brought.'),
    outcomes: outcomes('Outcomes produced for it.'),
    goals: goals('Goals achieved for it.'),
    events: events('What was done for it.'),
    sessions: sessions('Its sessions, newest first.'),
  });

  hasMany(Session, 'sessions', {
    revenues: revenues('Revenue that came of it.'),
    outcomes: outcomes('Outcomes produced in it.'),
    goals: goals('Goals achieved in it.'),
    events: events('What happened in it.'),
  });

  hasMany(GoalType, 'goal_types', { goals: goals('Goals of this type.') });

  hasMany(Goal, 'goals', {
    revenues: revenues('Revenue that it brought.'),
    outcomes: outcomes('Outcomes that it brought.'),
  });

  hasMany(Tool, 'tools', {
    events: events('Its calls.'),
    outcomes: outcomes('Outcomes that it brought.'),
  });

  const records = [things.revenues, things.outcomes, things.goals, things.events, ...things.further];
  const references = referencesOf(draft, things);
  for (const { type, shape } of [...records, things.sessions]) {
    // A record with the key and the id of a tool has one tool.
    const named = new Map(
      references.filter(({ field }) => field in shape).map((found) => [found.name, found]),
    );
    for (const { mount } of named.values()) mount(type);
  }
}

/** The fields of records that name something, and how that is mounted. */
function referencesOf(
  draft: Draft,
  { agents, customers, events, goals, goalTypes, sessions, tools }: Things,
) {
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
    reference(draft, 'goal', {
      field: 'goalId',
      type: goals.type,
      many: many.goals,
      description: 'The goal that brought it.',
    }),
    reference(draft, 'event', {
      field: 'eventId',
      type: events.type,
      many: many.events,
      description: 'The event that brought it.',
    }),
    reference(draft, 'tool', { field: 'toolKey', ...tool, many: many.tools }),
    reference(draft, 'tool', { field: 'toolId', ...tool, many: many.toolsById }),
  ];
}
