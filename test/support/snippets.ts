import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A fenced block of a Markdown file. */
export type Snippet = { language: string; code: string };

/** The fenced blocks of a language in a Markdown file, from the heading of a section to the next one of its level. */
export function snippets(file: string, language: string, section?: string): string[] {
  return snippetsOf(file, section).flatMap((block) => (block.language === language ? [block.code] : []));
}

/** The fenced blocks of a Markdown file or a section of it, in order. */
export function snippetsOf(file: string, section?: string): Snippet[] {
  const part = section === undefined ? textOf(file) : sectionOf(file, section);
  return [...part.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
}

/** The headings of a level, such as `##`. */
export function sectionNames(file: string, level: string): string[] {
  return [...textOf(file).matchAll(/^(#+) (.+)$/gm)].flatMap(([, of, name = '']) =>
    of === level ? [name] : [],
  );
}

/** The text below a heading of level two or three, up to the next one of its level or above. */
export function sectionOf(file: string, section: string): string {
  const lines = textOf(file).split('\n');
  const start = lines.findIndex((line) => line === `## ${section}` || line === `### ${section}`);
  if (start === -1) throw new Error(`there is no section ${section}`);
  const isAbove = lines[start]?.startsWith('### ') ? /^#{2,3} / : /^## /;
  const below = lines.slice(start + 1);
  const end = below.findIndex((line) => isAbove.test(line));
  return below.slice(0, end === -1 ? undefined : end).join('\n');
}

function textOf(file: string): string {
  return readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
}
