export { countSessions, type DemoDataOptions, demoSessionAt, demoSessions, demoEntities } from './demo-data.ts';
export { fromMicros, toMicros } from './money.ts';
export type { DemoRecord, DemoSession, DemoEntities, RecordKind } from './records.ts';
