const begin = '<!-- written by hand, kept when the rest is rewritten: begin -->';
const end = '<!-- written by hand, kept when the rest is rewritten: end -->';

/** The handwritten part of a document, with the comments around it. */
export function keptPart(document: string): string {
  const kept = document.split(begin)[1]?.split(end)[0] ?? '\n\n';
  return `${begin}${kept}${end}`;
}
