export {
  countSessions,
  type DemoDataOptions,
  demoEntities,
  demoSessionAt,
  demoSessions,
} from './demo-data.ts';
export { fromMicros, toMicros } from './money.ts';
export type { DemoEntities, DemoRecord, DemoSession, RecordKind } from './records.ts';
