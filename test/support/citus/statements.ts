import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { outturnSource } from '../program.ts';
import type { Statement } from './statements-inside.ts';

const inside = pathToFileURL(path.resolve(import.meta.dirname, 'statements-inside.ts'));
let serial = 0;

/** How to start a gateway whose statements can be read, each text once. */
export function recorded(): { program: string; env: NodeJS.ProcessEnv; take(): Promise<Statement[]> } {
  const file = path.join(tmpdir(), `outturn-statements-${process.pid}-${serial++}.jsonl`);
  return {
    // The library that is listened in on is a part of the bundle.
    program: outturnSource,
    env: { NODE_OPTIONS: `--import ${inside.href}`, OUTTURN_STATEMENTS: file },
    async take() {
      const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
      await rm(file, { force: true });
      return lines.map((line) => JSON.parse(line, revive) as Statement);
    },
  };
}

/** Bytes come as `Buffer` says itself in JSON. */
function revive(_key: string, value: unknown): unknown {
  const bytes = value as { type?: unknown; data?: unknown } | null;
  return bytes?.type === 'Buffer' && Array.isArray(bytes.data) ? Buffer.from(bytes.data) : value;
}
