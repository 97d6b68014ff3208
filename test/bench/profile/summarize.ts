import type { CallFrame } from './cpu-profile.ts';

export type Summary = {
  /** Share of the time in which the process was not idle. */
  modules: { name: string; share: number }[];
  functions: { name: string; where: string; share: number }[];
  /** Share of all time. */
  idle: number;
};

/** Groups self times by module and ranks functions. */
export function summarize(times: ReadonlyMap<CallFrame, number>, top: number): Summary {
  let idle = 0;
  let busy = 0;
  const modules = new Map<string, number>();
  const functions: { name: string; where: string; share: number }[] = [];
  for (const [frame, time] of times) {
    if (frame.functionName === '(idle)') {
      idle += time;
      continue;
    }
    busy += time;
    const module = moduleOf(frame);
    modules.set(module, (modules.get(module) ?? 0) + time);
    const where = frame.url ? `${shorten(frame.url)}:${frame.lineNumber + 1}` : '';
    functions.push({ name: frame.functionName || '(anonymous)', where, share: time });
  }
  const ranked = functions.sort((a, b) => b.share - a.share).slice(0, top);
  return {
    modules: [...modules]
      .map(([name, time]) => ({ name, share: time / busy }))
      .sort((a, b) => b.share - a.share),
    functions: ranked.map((entry) => ({ ...entry, share: entry.share / busy })),
    idle: idle / (idle + busy),
  };
}

/** The origin of a function: a package of ours, a library, Node.js or V8. */
function moduleOf({ functionName, url }: CallFrame): string {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'native code (system calls, libuv)';
  if (url.startsWith('node:')) return 'Node.js';
  const library = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (library) return library;
  const own = /\/((?:apps|packages)\/[^/]+)\/src\//.exec(url)?.[1];
  return own ?? (url === '' ? 'V8 built-ins' : url);
}

function shorten(url: string): string {
  return url
    .replace(/^file:\/\/.*\/node_modules\//, '')
    .replace(/^file:\/\/.*?\/((?:apps|packages)\/)/, '$1');
}
