import { liveRecords } from './live-records.ts';

export const records = { live: liveRecords };
