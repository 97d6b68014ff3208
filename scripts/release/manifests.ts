import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Changes the version of all packages, which is one. */
export function setVersion(root: string, from: string, to: string): void {
  for (const file of globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: root })) {
    const manifest = path.join(root, file);
    const text = readFileSync(manifest, 'utf8');
    const changed = text.replace(`"version": "${from}"`, `"version": "${to}"`);
    if (changed === text) throw new Error(`${file} has another version than ${from}.`);
    writeFileSync(manifest, changed);
  }
}
