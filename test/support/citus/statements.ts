import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { outturnSource } from '../program.ts';
import type { Statement } from './statements-inside.ts';

const inside = pathToFileURL(path.resolve(import.meta.dirname, 'statements-inside.ts'));
let serial = 0;

/** Options for a gateway whose statements are recorded, once per text. */
export function recorded(): { program: string; env: NodeJS.ProcessEnv; take(): Promise<Statement[]> } {
  const file = path.join(tmpdir(), `outturn-statements-${process.pid}-${serial++}.jsonl`);
  return {
    // The bundle contains the patched library, so the sources run instead.
    program: outturnSource,
    env: { NODE_OPTIONS: `--import ${inside.href}`, OUTTURN_STATEMENTS: file },
    async take() {
      const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
      await rm(file, { force: true });
      return lines.map((line) => JSON.parse(line, revive) as Statement);
    },
  };
}

/** Restores a `Buffer` from its JSON form. */
function revive(_key: string, value: unknown): unknown {
  const bytes = value as { type?: unknown; data?: unknown } | null;
  return bytes?.type === 'Buffer' && Array.isArray(bytes.data) ? Buffer.from(bytes.data) : value;
}
