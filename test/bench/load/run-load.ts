import { Connection } from './connection.ts';
import type { LoadJob, LoadResult } from './job.ts';
import { Measurement } from './measure.ts';
import { requestsOf } from './requests.ts';

/** Runs one job as a closed loop: every connection sends its next request when the last one is answered. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const requests = requestsOf(job);
  const connections: Connection[] = [];
  try {
    return await new Promise<LoadResult>((resolve, reject) => {
      void openAll(reject).catch(reject);
      let measurement: Measurement | undefined;
      let sent = 0;
      let inFlight = 0;

      async function openAll(onEnd: (error: Error) => void): Promise<void> {
        const senders = await Promise.all(Array.from({ length: job.connections }, () => open(onEnd)));
        measurement = new Measurement(job);
        for (const send of senders) send();
      }

      async function open(onEnd: (error: Error) => void): Promise<() => void> {
        let sentAt = 0;
        const send = () => {
          sentAt = performance.now();
          inFlight++;
          connection.send(requests.make(sent++));
        };
        const onAnswer = (status: number, start: string) => {
          inFlight--;
          measurement?.count({ status, acknowledged: requests.acknowledged(status, start), sentAt });
          if (!measurement?.isOver) send();
          else if (inFlight === 0) resolve(measurement.result());
        };
        const connection = await Connection.open(job.port, { onAnswer, onEnd });
        connections.push(connection);
        return send;
      }
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}
