export {
  countSessions,
  type DemoDataOptions,
  demoEntities,
  demoSessionAt,
  demoSessions,
} from './demo-data.ts';
export type { DemoEntities, DemoRecord, DemoSession, RecordKind } from './demo-record.ts';
export { fromMicros, toMicros } from './money.ts';
