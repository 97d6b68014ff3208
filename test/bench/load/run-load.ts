import { Connection } from './connection.ts';
import type { LoadJob, LoadResult, Target } from './job.ts';
import { Measurement } from './measure.ts';
import { type Requests, requestsOf } from './requests.ts';

/** Runs one job as a closed loop: every connection sends its next request when the last one is answered. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const requests = new Map(job.targets.map(({ token }) => [token, requestsOf(job.traffic, token)]));
  const connections: Connection[] = [];
  try {
    return await new Promise<LoadResult>((resolve, reject) => {
      void openAll(reject).catch(reject);
      let measurement: Measurement | undefined;
      let sent = 0;
      let inFlight = 0;

      async function openAll(onEnd: (error: Error) => void): Promise<void> {
        const senders = await Promise.all(
          Array.from({ length: job.connections }, (_, i) => {
            const target = job.targets[i % job.targets.length];
            if (!target) throw new Error('a load without a target');
            return open(target, onEnd);
          }),
        );
        measurement = new Measurement(job);
        for (const send of senders) send();
      }

      async function open({ port, token }: Target, onEnd: (error: Error) => void): Promise<() => void> {
        const own = requests.get(token) as Requests; // made for every token above
        let sentAt = 0;
        const send = () => {
          sentAt = performance.now();
          inFlight++;
          connection.send(own.make(sent++));
        };
        const onAnswer = (status: number, start: string) => {
          inFlight--;
          measurement?.count({ status, acknowledged: own.acknowledged(status, start), sentAt });
          if (!measurement?.isOver) send();
          else if (inFlight === 0) resolve(measurement.result());
        };
        const connection = await Connection.open(port, { onAnswer, onEnd });
        connections.push(connection);
        return send;
      }
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}
