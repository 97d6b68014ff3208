// The load generator: a separate process, which runs one job after another.
import { answerJobs } from '../worker.ts';
import type { LoadJob } from './job.ts';
import { runLoad } from './run-load.ts';

answerJobs((job: LoadJob) => runLoad(job));
