import { events } from './events/event.kind.ts';
import { goals } from './goals/goal.kind.ts';
import { outcomes } from './outcomes/outcome.kind.ts';
import { revenues } from './revenues/revenue.kind.ts';

export const recordKinds = [revenues, outcomes, goals, events] as const;
