import { operations } from '@outturn/service';
import { mountReadable, mountRecordKind } from '../mount/mount-group.ts';
import { RecordInterface } from './record.ts';

const { agents, customers, events, goals, goalTypes, outcomes, revenues, sessions, tools } = operations;

export const { type: Revenue, list: revenueList } = mountRecordKind(revenues, [RecordInterface]);
export const { type: Outcome, list: outcomeList } = mountRecordKind(outcomes, [RecordInterface]);
export const { type: Goal, list: goalList } = mountRecordKind(goals, [RecordInterface]);
export const { type: Event, list: eventList } = mountRecordKind(events, [RecordInterface]);

export const { type: GoalType } = mountReadable(goalTypes);
export const { type: Agent } = mountReadable(agents);
export const { type: Customer } = mountReadable(customers);
export const { type: Tool } = mountReadable(tools);
export const { type: Session, list: sessionList } = mountReadable(sessions);
