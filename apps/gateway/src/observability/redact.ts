/** For example in error messages of libraries. */
const secrets: readonly [RegExp, string][] = [
  // API keys; their display prefix of six characters is public. In front may be a letter, as that of an escaped line feed.
  [/ot_live_\w{7,}/gi, 'ot_live_[redacted]'],
  [/(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/(\.session_token=)[^;\s"\\]+/g, '$1[redacted]'],
  [/([?&](?:token|key|secret|password|code)=)[^&\s"\\]+/gi, '$1[redacted]'],
  // Passwords in URLs, such as DATABASE_URL.
  [/((?<![a-z\d+.-])[a-z][a-z\d+.-]*:\/\/[^\s:@/"\\]*:)[^\s@/"\\]+@/gi, '$1[redacted]@'],
];

/** Terminal controls and line ends that JSON does not escape. */
const control = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

export function redact(line: string): string {
  let clean = line;
  for (const [secret, replacement] of secrets) clean = clean.replace(secret, replacement);
  return clean.replace(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
