import { Agent } from 'node:http';
import { readFile, rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '@outturn/embedded-postgres';
import { connectDatabase, migrate } from '@outturn/service';
import { startGateway } from '../gateway.ts';
import { openAccount } from './account.ts';
import { doors } from './doors.ts';
const dataDir = `/tmp/outturn-adhoc-${process.pid}`;
const pg = await startEmbeddedPostgres({ dataDir });
const db = await connectDatabase({ url: pg.url, poolSize: 2 });
await migrate(db);
const gs = await Promise.all([startGateway(pg.url), startGateway(pg.url)]);
const account = await openAccount(db);
const agent = new Agent({ keepAlive: true });
function firstUses(round: number) {
  const [a, b] = [{ agentKey: `a${round}` }, { agentKey: `b${round}` }];
  const [c, d] = [{ customerKey: `c${round}` }, { customerKey: `d${round}` }];
  const session = { sessionKey: `session${round}` };
  const tool = { toolKey: `tool${round}` };
  const goal = { goalKey: `goal${round}` };
  const revenue = { amount: '0.1', recordedAt: '2026-06-30T23:59:59.999Z' };
  return [
    { kind: 'revenues', input: { ...revenue, ...a, ...c } },
    { kind: 'revenues', input: { ...revenue, ...b, ...d, ...session } },
    { kind: 'revenues', input: { ...revenue, ...b, ...c } },
    { kind: 'outcomes', input: { value: '1', ...d, ...a, ...tool } },
    { kind: 'outcomes', input: { value: '1', ...c, ...b, ...session } },
    { kind: 'goals', input: { ...goal, ...a, ...d, ...session } },
    { kind: 'goals', input: { ...goal, ...b, ...c } },
    { kind: 'events', input: { type: 'tool.call', ...tool, ...session, ...b, ...c } },
    { kind: 'events', input: { type: 'tool.call', ...tool, ...d } },
  ] as const;
}
for (let round = 0; round < 20; round++) {
  const t = Date.now();
  await Promise.all(firstUses(round).flatMap((fact, i) => gs.map((g, n) => doors.restSingle.send({ url: g.url, agent, ...account }, [{ key: `${round}:${i}:${n}`, fact }]))));
  console.log(round, Date.now() - t);
}
agent.destroy();
await db.close();
await Promise.all(gs.map((g) => g.stop()));
const log = await readFile(`${dataDir}/postgres.log`, 'utf8');
console.log('deadlocks', log.match(/deadlock detected/g)?.length);
console.log(log.split('\n').filter((l) => /ERROR|DETAIL|CONTEXT|Process|HINT/.test(l)).slice(0, 40).map((l) => l.slice(0, 300)).join('\n'));
await pg.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);
