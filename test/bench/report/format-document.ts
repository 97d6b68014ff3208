import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const formatter = path.join(root, 'node_modules/@biomejs/biome/bin/biome');

/** Formats a generated document as `npm run check` expects. */
export function formatDocument(file: string): void {
  execFileSync(process.execPath, [formatter, 'format', '--write', file], { cwd: root });
}
