import { getEvent } from './get-event.ts';
import { listEvents } from './list-events.ts';
import { recordEvent } from './record-event.ts';
import { recordEventBatch } from './record-event-batch.ts';

export type { Event } from './event.schema.ts';

export const events = {
  record: recordEvent,
  recordBatch: recordEventBatch,
  list: listEvents,
  get: getEvent,
};
