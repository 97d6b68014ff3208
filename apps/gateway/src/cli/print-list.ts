import { type Command, Option } from 'commander';
import { visible } from '../observability/visible.ts';
import { print } from './print.ts';

type Cell = string | number | null | readonly string[];
type Row = Record<string, Cell>;

export function withJsonOption(command: Command): Command {
  return command.addOption(new Option('--json', 'print JSON for programs'));
}

/** `empty` replaces a table without rows. */
export async function printList(
  rows: readonly Row[],
  { json = false, empty }: { json?: boolean | undefined; empty: string },
): Promise<void> {
  if (json) await print(`${JSON.stringify(rows, null, 2)}\n`);
  else await print(rows[0] ? formatTable(Object.keys(rows[0]), rows) : `${empty}\n`);
}

function formatTable(columns: readonly string[], rows: readonly Row[]): string {
  const table = [
    columns.map(toHeader),
    ...rows.map((row) => columns.map((name) => toText(row[name] ?? null))),
  ];
  const widths = columns.map((_, i) => Math.max(...table.map((cells) => cells[i]?.length ?? 0)));
  const lines = table.map((cells) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function toHeader(name: string): string {
  return name.replace(/[A-Z]/g, ' $&').toUpperCase();
}

function toText(cell: Cell): string {
  return visible(Array.isArray(cell) ? cell.join(',') : String(cell ?? '-'));
}
