import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { guidesFolder } from './static/package-files.ts';

/** Pages of the documentation that agents read over MCP; the npm package has copies of them. */
export const guides = [
  guide(
    'questions.md',
    'The question language',
    'How to ask ask_analytics: its parts, with eleven questions.',
  ),
  guide(
    'analytics.md',
    'The cookbook of analytics',
    'Thirty questions as GraphQL queries, as reports have them.',
  ),
];

function guide(file: string, name: string, description: string) {
  const uri = `outturn://guides/${file}`;
  return { uri, name, description, read: () => readFile(path.join(guidesFolder, file), 'utf8') };
}
