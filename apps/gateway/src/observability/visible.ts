/**
 * Text for a terminal with its control characters and invisible ones written out, such as `\x1b`. Text of a file, of a
 * server or of an argument could otherwise move the cursor, change what was shown before, or hide a part of itself. The
 * two joiners stay, because words of some languages and emoji need them.
 */
export function visible(text: string): string {
  return text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, writtenOut);
}

/** The same for a text of several lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

function writtenOut(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code <= 0xff) return `\\x${digits.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\u{${digits}}`;
}
