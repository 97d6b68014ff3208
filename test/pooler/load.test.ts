import { runThroughPooler } from './through-pooler.fixture.ts';

runThroughPooler(['../faults/exactly-once.test.ts', '../faults/live-records.test.ts']);
