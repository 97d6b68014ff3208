import type { Text } from './source.ts';

/** Paragraphs, list items and table cells of a Markdown document. Headings, code and heads of tables are no sentences. */
export function readDocument(markdown: string): Text[] {
  const texts: Text[] = [];
  let paragraph: Text | undefined;
  let isCode = false;
  const lines = markdown.split('\n');
  for (const [i, line] of lines.entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const isHeadOfTable = /^\s*\|?[\s:|-]*-{3}[\s:|-]*$/.test(lines[i + 1] ?? '') && line.includes('|');
    if (isCode || isHeadOfTable || /^\s*(```|#|<|$)/.test(line)) {
      paragraph = undefined;
    } else if (/^\s*\|/.test(line)) {
      paragraph = undefined;
      texts.push(...line.split(/(?<!\\)\|/).map((text) => ({ line: i + 1, text })));
    } else if (!paragraph || /^\s*([-*+]|\d+[.)]|>) /.test(line)) {
      paragraph = { line: i + 1, text: line.replace(/^\s*([-*+]|\d+[.)]|>) /, '') };
      texts.push(paragraph);
    } else {
      paragraph.text += `\n${line}`;
    }
  }
  return texts;
}
