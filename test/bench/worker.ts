import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A module in a separate process that answers jobs one by one. */
export type Worker<Job, Result> = {
  pid: number;
  run(job: Job): Promise<Result>;
  stop(): Promise<void>;
};

type Reply<Result> = { result: Result } | { error: string };

/** Starts a module that calls {@link answerJobs}. */
export function startWorker<Job, Result>(file: string): Worker<Job, Result> {
  const child: ChildProcess = fork(file, { execArgv: [], serialization: 'advanced' });
  return {
    pid: child.pid ?? 0,
    async run(job) {
      const reply = new Promise<Result>((resolve, reject) => {
        const onExit = () => reject(new Error(`${file} ended`));
        child.once('exit', onExit);
        child.once('message', (message: Reply<Result>) => {
          child.off('exit', onExit);
          if ('error' in message) reject(new Error(message.error));
          else resolve(message.result);
        });
      });
      child.send(job as object);
      return reply;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** The process's side: answers every job, and ends with its parent. */
export function answerJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  process.on('message', async (job: Job) => {
    const reply = await work(job).then(
      (result) => ({ result }),
      (error: unknown) => ({
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    );
    process.send?.(reply);
  });
  process.on('disconnect', () => process.exit());
}
