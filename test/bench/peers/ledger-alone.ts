// Not a peer but a limit: Outturn reduced to node:http, JSON.parse, the reservations and its ledger. It validates, limits and
// measures nothing, trusts its caller, and fails on any fault.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectDatabase } from '@outturn/service';
import { newId } from '../../../packages/service/src/base/ids.ts';
import { DimensionCache } from '../../../packages/service/src/dimensions/dimension-cache.ts';
import { Ledger } from '../../../packages/service/src/ledger/ledger.ts';
import type { PendingRecord, Written } from '../../../packages/service/src/ledger/pending-record.ts';
import { hashIdempotencyKey, recordFingerprint } from '../../../packages/service/src/ledger/reservations.ts';
import { revenues } from '../../../packages/service/src/records/revenues/revenue.kind.ts';
import { RollupFolder } from '../../../packages/service/src/rollups/rollup-folder.ts';
import { authenticator } from './authenticate.ts';
import type { RevenueBody } from './revenue.ts';

type BatchItem = RevenueBody & { idempotencyKey: string };

const database = await connectDatabase({ url: process.env.DATABASE_URL as string });
const folder = new RollupFolder(database);
const dimensions = new DimensionCache();
const ledger = new Ledger({ database, dimensions, folder, onCommit: () => undefined, observer: {} });
const authenticate = authenticator(database.pool);

const server = createServer(async (request, response) => {
  const developerId = (await authenticate(request.headers.authorization)) as string;
  const body = JSON.parse(await textOf(request)) as RevenueBody | BatchItem[];
  const isBatch = Array.isArray(body);
  const text = isBatch
    ? await recordAll(developerId, body)
    : await recordOne(developerId, request.headers['x-idempotency-key'] as string, body);
  response.writeHead(isBatch ? 200 : 201, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', async () => {
  server.close();
  server.closeAllConnections();
  await folder.close();
  await database.close();
});

async function recordOne(developerId: string, idempotencyKey: string, body: RevenueBody): Promise<string> {
  const record = prepare(developerId, idempotencyKey, body);
  const [written] = await ledger.record(revenues, developerId, [record]);
  return textOfCreated(written);
}

async function recordAll(developerId: string, items: readonly BatchItem[]): Promise<string> {
  const records = items.map(({ idempotencyKey, ...body }) => prepare(developerId, idempotencyKey, body));
  const written = await ledger.record(revenues, developerId, records);
  const results = written.map((one) => `{"status":"created","record":${textOfCreated(one)}}`);
  return `{"created":${records.length},"replayed":0,"rejected":0,"results":[${results.join(',')}]}`;
}

function textOfCreated(written: Written | undefined): string {
  if (written?.kind !== 'created') throw new Error('not created');
  return written.text;
}

function prepare(developerId: string, idempotencyKey: string, body: RevenueBody): PendingRecord {
  const reservation = {
    keyHash: hashIdempotencyKey(developerId, idempotencyKey),
    fingerprint: recordFingerprint('revenues.record', body),
  };
  const dimension = (table: string, key: string) =>
    dimensions.byKey(developerId, table, key) ?? { id: newId(), key, needsUpsert: true };
  return {
    id: newId(),
    values: revenues.toRecord(body).values,
    dimensions: [
      dimension('agents', body.agentKey as string),
      dimension('customers', body.customerKey as string),
      null,
    ],
    reservation,
    naturalReservation: undefined,
    keyHashes: [reservation.keyHash],
    weight: 1,
    queuedAt: Date.now(),
  };
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}
