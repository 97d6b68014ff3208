import type { Columns } from './columns.ts';
import type { FileOptions } from './file-options.ts';
import { rankOf } from './name-aliases.ts';
import { MAX_COLUMNS } from './row-source.ts';
import type { SampleRow } from './sample-rows.ts';

type Lines = {
  columns: Columns;
  options: FileOptions;
  names: readonly string[];
  headerLine: number;
  rows: readonly SampleRow[];
};

/**
 * If a line below has columns for all missing fields, found by their names, or if another delimiter gives them: the
 * options with which it is the header. Undefined if the present header has them, or no line does.
 */
export function findHeader(
  { columns, options, names, headerLine, rows }: Lines,
  missing: readonly string[],
): Partial<FileOptions> | undefined {
  if (missing.length === 0 || hasAll(columns, names, missing)) return undefined;
  const { delimiter = ',', skipLines = 0 } = options;
  const lines = [{ cells: names, line: headerLine }, ...rows];
  for (const other of [delimiter, ...[';', '\t', ',', '|'].filter((some) => some !== delimiter)]) {
    for (const { cells, line } of lines) {
      const found = other === delimiter ? cells : cells.join(delimiter).split(other);
      if (found.length > MAX_COLUMNS || !hasAll(columns, found.map(unquoted), missing)) continue;
      return {
        ...(other !== delimiter && { delimiter: other }),
        ...(line > skipLines + 1 && { skipLines: line - 1 }),
      };
    }
  }
  return undefined;
}

/** Whether each field fits a column of its own by its name. */
function hasAll(columns: Columns, names: readonly string[], fields: readonly string[]): boolean {
  const taken = new Set<string>();
  return fields.every((field) => {
    const name = names.find((some) => !taken.has(some) && rankOf(columns, field, some) !== undefined);
    if (name !== undefined) taken.add(name);
    return name !== undefined;
  });
}

function unquoted(name: string): string {
  return name.trim().replaceAll(/^"|"$/g, '');
}
