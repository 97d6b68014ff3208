/** Dates the top section. Throws if it is another version's or has no entry. `notes` are its entries. */
export function dateSection(changelog: string, version: string, date: Date): { text: string; notes: string } {
  const [heading = '', notes = ''] = /^## .+\n+((?:(?!## ).*\n?)*)/m.exec(changelog) ?? [];
  const title = `## ${version} (unreleased)\n`;
  if (!heading.startsWith(title))
    throw new Error(`The first section of CHANGELOG.md is not "${title.trim()}".`);
  if (!/^- /m.test(notes)) throw new Error(`The section ${version} of CHANGELOG.md has no entry.`);
  const dated = `## ${version} (${date.toISOString().slice(0, 10)})\n`;
  return { text: changelog.replace(title, () => dated), notes: notes.trim() };
}

/** Adds an empty section for the version that begins. */
export function beginSection(changelog: string, version: string): string {
  return changelog.replace(/^## /m, () => `## ${version} (unreleased)\n\n## `);
}
