import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Files that name the version of all packages, which is one. */
export const versionedFiles: readonly string[] = [
  'package.json',
  '{scripts,test}/package.json',
  '{apps,packages}/*/package.json',
  'packages/sdk/src/user-agent.ts',
  'Containerfile',
  'compose.yaml',
  'deploy/kubernetes/kustomization.yaml',
  'docs/{deploy,operations}.md',
];

/** Changes all files or, if one has another version, none. */
export function setVersion(root: string, from: string, to: string): void {
  const named = `outturn[-:]|"version": "|version="|newTag: |VERSION = '`;
  const own = new RegExp(`(?<=${named})${RegExp.escape(from)}\\b`, 'g');
  const changes = globSync(versionedFiles, { cwd: root }).map((name) => {
    const file = path.join(root, name);
    const text = readFileSync(file, 'utf8');
    const changed = text.replaceAll(own, to);
    if (changed === text) throw new Error(`${name} has another version than ${from}.`);
    return { file, changed };
  });
  for (const { file, changed } of changes) writeFileSync(file, changed);
}
