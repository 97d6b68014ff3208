/** Whatever gets as far as a line of the log, such as in the message of a foreign error, and must not stay there. */
const secrets: readonly [RegExp, string][] = [
  // API keys; their display prefix, which is six characters long, may stay.
  [/\bot_live_\w{7,}/g, 'ot_live_[redacted]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/(\w+\.session_token=)[^;\s"\\]+/g, '$1[redacted]'],
  [/([?&](?:token|key|secret|password|code)=)[^&\s"\\]+/gi, '$1[redacted]'],
  // The password of a URL, such as that of the database.
  [/(\b[a-z][a-z\d+.-]*:\/\/[^\s:@/"\\]*:)[^\s@/"\\]+@/gi, '$1[redacted]@'],
];

/** JSON escapes what is below the space; terminals also obey these, and some readers take them for the end of a line. */
const control = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** A line of the log, in JSON, without secrets and without anything that a terminal would obey. */
export function redact(line: string): string {
  let clean = line;
  for (const [secret, replacement] of secrets) clean = clean.replace(secret, replacement);
  return clean.replace(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
