import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { Vitals } from './process-probe-inside.ts';

const inside = pathToFileURL(path.resolve(import.meta.dirname, 'process-probe-inside.ts'));
let serial = 0;

/** The environment of a gateway with a probe, and a function that reads it. */
export function probed(): { env: NodeJS.ProcessEnv; probe(): Promise<Vitals> } {
  const socket = path.join(tmpdir(), `outturn-probe-${process.pid}-${serial++}.sock`);
  return {
    env: { NODE_OPTIONS: `--import ${inside.href}`, OUTTURN_PROBE: socket },
    probe: async () => (await json(connect(socket))) as Vitals,
  };
}
