import { readFile } from 'node:fs/promises';

const begin = '<!-- written by hand, kept when the rest is rewritten: begin -->';
const end = '<!-- written by hand, kept when the rest is rewritten: end -->';

/** The part of a generated document that people write, with its marks; empty in a new one. */
export async function handwrittenPart(file: string): Promise<string> {
  const old = await readFile(file, 'utf8').catch(() => '');
  const kept = old.split(begin)[1]?.split(end)[0] ?? '\n\n';
  return `${begin}${kept}${end}`;
}
