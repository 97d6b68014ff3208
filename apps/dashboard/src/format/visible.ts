/** Blanks that no neighbour shows: at either end, or several in a row. */
const blanks = /^ +| +$| {2,}/g;

/** Control, format and other characters without a glyph, and blanks other than the space. */
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}\u{2800}]|(?! )\p{Zs}/gu;

/** Characters that shape those before them in emoji, ideographs and the scripts of Persia and India. */
const joining =
  /\u{200c}|\u{200d}|[\u{180b}-\u{180d}]|[\u{fe00}-\u{fe0f}]|[\u{e0020}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/u;

/** The text with its blank, invisible and bidirectional characters spelled out: `␣` for a space, else `[U+200B]`. */
export function visible(text: string): string {
  return text
    .replace(blanks, (run) => '␣'.repeat(run.length))
    .replace(invisible, (character, at: number, whole: string) =>
      joins(character, at, whole) ? character : `[${codeOf(character)}]`,
    );
}

/** For sentences in plain text, such as titles: the text cannot reorder the words around it. */
export function isolated(text: string): string {
  const shown = visible(text);
  return rightToLeft.test(shown) ? `\u2068${shown}\u2069` : shown;
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Characters beyond ASCII that no other character shapes. */
const shapeless = /[\u{80}-\u{a0}\u{ad}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}]/u;

/** Whether the character shapes a character before it; after ASCII only a keycap such as 1️⃣ does. */
function joins(character: string, at: number, text: string): boolean {
  if (!joining.test(character)) return false;
  const before = [...text.slice(0, at)].at(-1) ?? '';
  return text[at + 1] === '\u20e3' || (before > '\u007f' && !shapeless.test(before));
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
