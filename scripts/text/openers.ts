/** Words that make a riddle of the sentence they begin: its subject comes late, or never. */
const opener = /^(of|what|who|whoever|whose|that|nobody|somebody|strangers)\b|^it is [^.,;]* that\b/i;

/** Sentences of a text that begin with an opener. Questions may, and so may phrases that begin in lower case. */
export function riddles(text: string): string[] {
  return sentences(text).filter(
    (sentence) => /^\p{Lu}/u.test(sentence) && opener.test(sentence) && !sentence.endsWith('?'),
  );
}

export function isRiddle(testName: string): boolean {
  return opener.test(testName);
}

function sentences(text: string): string[] {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain
    .split(/(?<=[.!?:][)*_”"]*) (?=[^a-z])/)
    .map((sentence) => sentence.replace(/^[^\p{L}\p{N}`]+/u, ''));
}
