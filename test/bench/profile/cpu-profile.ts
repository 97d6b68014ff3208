import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The used part of the format of V8's CPU profiles. Times are in microseconds. */
export type CpuProfile = {
  nodes: { id: number; callFrame: CallFrame }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
};

export type CallFrame = { functionName: string; url: string; lineNumber: number };

/** Reads the profile that `--cpu-prof` left in a folder. */
export async function readCpuProfile(folder: string): Promise<CpuProfile> {
  const [file] = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
  if (!file) throw new Error('the gateway left no profile');
  // The format is V8's own.
  return JSON.parse(await readFile(path.join(folder, file), 'utf8')) as CpuProfile;
}

/** Time spent in each function itself, in microseconds, between two moments counted from the start. */
export function selfTimes(
  profile: CpuProfile,
  { from, to }: { from: number; to: number },
): Map<CallFrame, number> {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const keys = new Map<string, CallFrame>();
  const times = new Map<CallFrame, number>();
  let now = 0;
  profile.samples.forEach((id, i) => {
    const delta = profile.timeDeltas[i] ?? 0;
    now += delta;
    const found = frames.get(id);
    if (!found || now < from || now > to) return;
    // A function has a node for each call path.
    const key = `${found.functionName} ${found.url} ${found.lineNumber}`;
    const frame = keys.get(key) ?? found;
    keys.set(key, frame);
    times.set(frame, (times.get(frame) ?? 0) + delta);
  });
  return times;
}
