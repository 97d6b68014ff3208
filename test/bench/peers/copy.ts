// Peer (d): PostgreSQL's own COPY into the table of revenues, as the physical limit for batches.
import { once } from 'node:events';
import { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { uuidv7 } from 'uuidv7';
import { instantsOfLast, pick } from '../load/instants.ts';
import { answerJobs } from '../worker.ts';
import { revenueColumns } from './prepare-record.ts';

export type CopyJob = {
  databaseUrl: string;
  developerId: string;
  agentIds: string[];
  customerIds: string[];
  connections: number;
  /** Each COPY is committed durably, like each batch. */
  rowsPerCopy: number;
  spreadHours: number;
  warmUpSeconds: number;
  seconds: number;
};

export type CopyResult = {
  /** Rows a second. */
  rate: number;
  rows: number;
};

answerJobs(async (job: CopyJob): Promise<CopyResult> => {
  const instants = instantsOfLast(job.spreadHours);
  const begun = performance.now();
  const measureFrom = begun + job.warmUpSeconds * 1000;
  const end = measureFrom + job.seconds * 1000;
  let rows = 0;
  let measured = 0;
  const copyUntilEnd = async () => {
    const client = new Client({ connectionString: job.databaseUrl, options: '-c TimeZone=UTC' });
    await client.connect();
    while (performance.now() < end) {
      await copy(client, job, instants);
      rows += job.rowsPerCopy;
      const now = performance.now();
      if (now >= measureFrom && now <= end) measured += job.rowsPerCopy;
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: job.connections }, copyUntilEnd));
  return { rate: measured / job.seconds, rows };
});

async function copy(client: Client, job: CopyJob, instants: readonly string[]): Promise<void> {
  const stream = client.query(from(`copy revenues (${revenueColumns}) from stdin`));
  const done = once(stream, 'finish');
  const createdAt = new Date().toISOString();
  const chunk = 500;
  for (let sent = 0; sent < job.rowsPerCopy; sent += chunk) {
    let text = '';
    for (let i = sent; i < Math.min(sent + chunk, job.rowsPerCopy); i++) {
      text += `${job.developerId}\t${uuidv7()}\t${createdAt}\t${pick(job.agentIds)}\t${pick(job.customerIds)}\t\\N\t\\N\t${(i % 900) + 1}.25\tManual\t\\N\t\\N\tPayment received\t${pick(instants)}\n`;
    }
    if (!stream.write(text)) await once(stream, 'drain');
  }
  stream.end();
  await done;
}
