import { relations } from '@outturn/service';
import { hasMany, hasOne, recordsOf } from '../mount/relations.ts';
import {
  Agent,
  Customer,
  Event,
  eventList,
  Goal,
  GoalType,
  goalList,
  Outcome,
  outcomeList,
  Revenue,
  revenueList,
  Session,
  sessionList,
  Tool,
} from './things.ts';

const { ofEach, many } = relations;

const revenues = recordsOf(revenueList, ofEach.revenues);
const outcomes = recordsOf(outcomeList, ofEach.outcomes);
const goals = recordsOf(goalList, ofEach.goals);
const events = recordsOf(eventList, ofEach.events);
const sessions = recordsOf(sessionList, ofEach.sessions);

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
  hasOne<{ agentKey: string | null }, object>(type, 'agent', { ...agent, by: (of) => of.agentKey });
  hasOne<{ customerKey: string | null }, object>(type, 'customer', {
    ...customer,
    by: (of) => of.customerKey,
  });
}

const session = { type: Session, many: many.sessions, description: 'The session.' };
for (const type of [Outcome, Goal, Event]) {
  hasOne<{ sessionKey: string | null }, object>(type, 'session', { ...session, by: (of) => of.sessionKey });
}

const goal = { type: Goal, many: many.goals, description: 'The goal that brought it.' };
for (const type of [Revenue, Outcome]) {
  hasOne<{ goalId: string | null }, object>(type, 'goal', { ...goal, by: (of) => of.goalId });
}

hasOne(Revenue, 'event', {
  type: Event,
  many: many.events,
  by: ({ eventId }) => eventId,
  description: 'The event that brought it.',
});

hasOne(Goal, 'goalType', {
  type: GoalType,
  many: many.goalTypes,
  by: ({ goalKey }) => goalKey,
  description: 'The type of the goal; null once it is deleted.',
});

const tool = { type: Tool, description: 'The tool; null once it is deleted.' };
hasOne(Event, 'tool', { ...tool, many: many.tools, by: ({ toolKey }) => toolKey });
hasOne(Outcome, 'tool', { ...tool, many: many.toolsById, by: ({ toolId }) => toolId });
