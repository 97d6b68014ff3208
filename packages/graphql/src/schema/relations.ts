import { relations } from '@outturn/service';
import type { Draft } from '../mount/draft.ts';
import { hasMany, hasOne, recordsOf } from '../mount/relations.ts';
import type { Things } from './things.ts';

const { ofEach, many } = relations;

/** Mounts what things have of each other. */
export function mountRelations(draft: Draft, things: Things): void {
  const Agent = things.agents.type;
  const Customer = things.customers.type;
  const Event = things.events.type;
  const Goal = things.goals.type;
  const GoalType = things.goalTypes.type;
  const Outcome = things.outcomes.type;
  const Revenue = things.revenues.type;
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

  const agent = { type: Agent, many: many.agents, description: 'The agent; null once it is deleted.' };
  const customer = {
    type: Customer,
    many: many.customers,
    description: 'The customer; null once it is deleted.',
  };
  for (const type of [Revenue, Outcome, Goal, Event, Session]) {
    hasOne<{ agentKey: string | null }, object>(draft, type, 'agent', { ...agent, by: (of) => of.agentKey });
    hasOne<{ customerKey: string | null }, object>(draft, type, 'customer', {
      ...customer,
      by: (of) => of.customerKey,
    });
  }

  const session = { type: Session, many: many.sessions, description: 'The session.' };
  for (const type of [Outcome, Goal, Event]) {
    hasOne<{ sessionKey: string | null }, object>(draft, type, 'session', {
      ...session,
      by: (of) => of.sessionKey,
    });
  }

  const goal = { type: Goal, many: many.goals, description: 'The goal that brought it.' };
  for (const type of [Revenue, Outcome]) {
    hasOne<{ goalId: string | null }, object>(draft, type, 'goal', { ...goal, by: (of) => of.goalId });
  }

  hasOne(draft, Revenue, 'event', {
    type: Event,
    many: many.events,
    by: ({ eventId }) => eventId,
    description: 'The event that brought it.',
  });

  hasOne(draft, Goal, 'goalType', {
    type: GoalType,
    many: many.goalTypes,
    by: ({ goalKey }) => goalKey,
    description: 'The type of the goal; null once it is deleted.',
  });

  const tool = { type: Tool, description: 'The tool; null once it is deleted.' };
  hasOne(draft, Event, 'tool', { ...tool, many: many.tools, by: ({ toolKey }) => toolKey });
  hasOne(draft, Outcome, 'tool', { ...tool, many: many.toolsById, by: ({ toolId }) => toolId });
}
