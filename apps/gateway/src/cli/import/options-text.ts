import type { FileOptions } from './file-options.ts';

/** Options as a person types them in a shell. */
export function optionsText({
  preset,
  delimiter,
  skipLines,
  map,
  decimalComma,
  dateFormat,
  timeZone,
}: Partial<FileOptions>): string {
  return [
    ...(preset === undefined ? [] : [`--preset ${preset.name}`]),
    ...(delimiter === undefined ? [] : [`--delimiter ${delimiterText(delimiter)}`]),
    ...(skipLines === undefined ? [] : [`--skip-lines ${skipLines}`]),
    ...(map?.size
      ? [`--map ${[...map].map(([field, column]) => `${field}=${shellText(column)}`).join(',')}`]
      : []),
    ...(decimalComma ? ['--decimal-comma'] : []),
    ...(dateFormat === undefined ? [] : [`--date-format ${shellText(dateFormat)}`]),
    ...(timeZone === undefined ? [] : [`--time-zone ${shellText(timeZone)}`]),
  ].join(' ');
}

export function delimiterText(delimiter: string): string {
  return delimiter === '\t' ? 'tab' : `'${delimiter}'`;
}

/** Text for a shell, in quotes if it needs any. */
function shellText(text: string): string {
  return /^[\w./+-]+$/.test(text) ? text : shellQuoted(text);
}

/** Text in double quotes, or in single ones where a shell would read something in double ones as its own. */
export function shellQuoted(text: string): string {
  return /["\\$`!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}
