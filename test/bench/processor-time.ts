import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks a second, which Linux has fixed for what it tells programs. */
const TICKS = 100;

/** Processor time in seconds of a process. */
export type ProcessorTime = { server: number; postgres: number };

/**
 * What a server and PostgreSQL have used so far. Unlike a rate, it does not depend on what else the machine is doing.
 * Undefined where there is no /proc.
 */
export async function processorTime(
  serverPid: number,
  postmasterPid: number,
): Promise<ProcessorTime | undefined> {
  const server = await statOf(serverPid);
  const postmaster = await statOf(postmasterPid);
  if (!server || !postmaster) return undefined;
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(ids.map((id) => statOf(Number(id))));
  const backends = all.filter((stat) => stat?.parent === postmasterPid);
  // Backends that have ended count in their parent.
  const postgres = backends.reduce((sum, stat) => sum + (stat?.own ?? 0), postmaster.own + postmaster.ended);
  return { server: server.own, postgres };
}

type Stat = { parent: number; own: number; ended: number };

/** Of proc_pid_stat(5): fields 4 (parent), 14 and 15 (own time), 16 and 17 (that of ended children). */
async function statOf(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name in field 2 may hold spaces; it ends with the last parenthesis.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return {
    parent: field(4),
    own: (field(14) + field(15)) / TICKS,
    ended: (field(16) + field(17)) / TICKS,
  };
}
