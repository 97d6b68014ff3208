import { type Absolute, type Finding, targetText, valueText, verdict } from '../findings.ts';

/** The table of ratios, as Markdown that also reads well in a terminal. */
export function findingsTable(findings: readonly Finding[]): string {
  return table(
    ['what', 'against', 'measured', 'target', 'met'],
    findings.map((finding) => [
      finding.what,
      finding.against,
      valueText(finding),
      targetText(finding),
      verdict(finding),
    ]),
  );
}

/** The absolute figures. */
export function absolutesTable(absolutes: readonly Absolute[]): string {
  return table(
    ['what', 'who', 'per second', 'p50 ms', 'p99 ms', 'server µs', 'PostgreSQL µs', 'others', 'rounds'],
    absolutes.map(({ what, who, rate, rates, ...figures }) => [
      what,
      who,
      count(rate),
      ...[figures.p50, figures.p99, figures.serverMicros, figures.postgresMicros].map((n) =>
        n ? n.toFixed(1) : '',
      ),
      figures.others ? `${Math.round(figures.others * 100)}%` : '',
      rates.map(count).join(' · '),
    ]),
  );
}

/** A warning when other processes used much of the machine, which favors peers with many backends; empty otherwise. */
export function disturbance(absolutes: readonly Absolute[]): string {
  const worst = Math.max(0, ...absolutes.map(({ others }) => others));
  if (worst < 0.15) return '';
  return `**Disturbed:** other processes had up to ${Math.round(worst * 100)}% of the machine. Rates and ratios of such a run say little.`;
}

function count(n: number): string {
  return Math.round(n).toLocaleString('en');
}

/**
 * Takes the padding out of the tables of a document. The columns of a terminal need it; in a document it would make one
 * longer cell a change of every row.
 */
export function withoutPadding(document: string): string {
  return document.replace(/^\|.*\|$/gm, (row) => row.replace(/ +\|/g, ' |').replace(/-{3,}(?= \|)/g, '---'));
}

export function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, i) =>
    Math.max(...[title, ...rows.map((row) => row[i] ?? '')].map((s) => s.length)),
  );
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
