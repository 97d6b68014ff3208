// `TEST_THROUGH_POOLER=<url> npm test -- test/contract` runs all of them; these are the ones that meet the most SQL.
import { runThroughPooler } from './through-pooler.fixture.ts';

runThroughPooler([
  '../contract/record.test.ts',
  '../contract/batch.test.ts',
  '../contract/list-filters.test.ts',
  '../contract/idempotency.test.ts',
  '../contract/slices.test.ts',
  '../contract/live-records.test.ts',
  '../regression/108-callers-who-leave.test.ts',
  '../regression/109-cancelled-alone.test.ts',
]);
