export { countSessions, type DemoDataOptions, demoSessionAt, demoSessions, demoThings } from './demo-data.ts';
export { fromMicros, toMicros } from './money.ts';
export type { DemoRecord, DemoSession, DemoThings, RecordKind } from './records.ts';
