/** The server decides; these only save a round trip. */
const MIN_PASSWORD = 8;
const MAX_PASSWORD = 128;

export function emailRule(email: string): string | null {
  return /^\S+@\S+\.\S+$/.test(email) ? null : 'Enter an email address, e.g. ada@example.com.';
}

export function passwordRule(password: string): string | null {
  if (password.length < MIN_PASSWORD) return `Use at least ${MIN_PASSWORD} characters.`;
  return password.length > MAX_PASSWORD ? `Use at most ${MAX_PASSWORD} characters.` : null;
}
