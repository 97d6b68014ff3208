import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The fenced blocks of a language in a Markdown file, from the heading of a section to the next one of its level. */
export function snippets(file: string, language: string, section?: string): string[] {
  const text = readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
  const part = section === undefined ? text : sectionOf(text, section);
  return [...part.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, of, code = '']) =>
    of === language ? [code] : [],
  );
}

function sectionOf(text: string, section: string): string {
  const [, part] = text.split(`\n## ${section}\n`);
  if (part === undefined) throw new Error(`there is no section ${section}`);
  return part.split('\n## ')[0] ?? '';
}
