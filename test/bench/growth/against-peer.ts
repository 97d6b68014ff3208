import type { Arena } from '../arena.ts';
import type { Finding, Outcome } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { alternate, standing } from '../rounds.ts';
import { type ServerProcess, startPeer } from '../server-process.ts';
import { carryOut, whenSteady } from './carry-out.ts';
import type { Grown } from './grown.ts';
import { idsOfAnyAge, type Task } from './tasks.ts';

const outturn = 'Outturn';
const peer = 'Fastify + pg, one statement';

type Comparison = { task: Task; atLeast: number };

/**
 * Outturn and a peer on the same large database, with the targets of the small ones. It runs last, because the peer
 * keeps
 * no rollups, so that those of the present no longer equal the records.
 */
export async function againstPeer(
  arena: Arena,
  { grown, size, options }: { grown: Grown; size: string; options: BenchOptions },
): Promise<Outcome> {
  const outcome: Outcome = { findings: [], absolutes: [] };
  const server = await startPeer('one-statement', grown.url);
  arena.onClose(server.stop);
  for (const { task, atLeast } of await comparisonsOf(grown)) {
    const what = `${task.what}, ${size} stored`;
    process.stderr.write(` ${what}, against a peer\n`);
    const standings = await takeTurns(arena, { grown, server, task, options });
    const value = standing(standings, outturn).rate / standing(standings, peer).rate;
    const finding: Finding = { what: `${what}, rate`, against: peer, value, unit: '×', target: { atLeast } };
    outcome.findings.push(finding);
    for (const [who, figures] of standings) outcome.absolutes.push({ what, who, ...figures });
  }
  await server.stop();
  return outcome;
}

async function takeTurns(
  arena: Arena,
  turn: { grown: Grown; server: ServerProcess; task: Task; options: BenchOptions },
) {
  const { grown, server, task, options } = turn;
  const entrants = [
    { name: outturn, run: () => carryOut(arena, { grown, task, options }) },
    { name: peer, run: () => carryOut(arena, { grown, task, options, server }) },
  ];
  if (!task.isSteady) return alternate(arena, options.rounds, entrants);
  return whenSteady(arena, { all: [grown], options }, () =>
    alternate(arena, options.rounds, entrants, { settles: false }),
  );
}

async function comparisonsOf(grown: Grown): Promise<Comparison[]> {
  const ids = await idsOfAnyAge(grown, grown.developer.id, grown.records);
  const read = (what: string, paths: string[]): Task => ({
    what: `GET ${what}`,
    hasTarget: true,
    kind: 'load',
    traffic: { kind: 'read', paths },
  });
  const list = '/v1/revenues?limit=100';
  const record = {
    hasTarget: true,
    kind: 'load',
    traffic: { kind: 'record', path: '/v1/revenues' },
  } as const;
  return [
    { task: read(list, [list]), atLeast: 1.4 },
    {
      task: read(
        '/v1/revenues/{id}',
        ids.map((id) => `/v1/revenues/${id}`),
      ),
      atLeast: 0.9,
    },
    { task: { what: 'POST /v1/revenues', isSteady: true, ...record }, atLeast: 2 },
    { task: { what: 'POST /v1/revenues right after a checkpoint', ...record }, atLeast: 2 },
  ];
}
