import type { SliceQuestion } from './question.ts';

type Part = Pick<SliceQuestion, 'totals' | 'series'> & { by?: SliceQuestion['by'] | undefined };

/** The same question as a GraphQL document. */
export function toGraphql({ window, ...rest }: SliceQuestion): string {
  return documentOf('query Explore', literal(window), rest);
}

/** The same as a report, whose days are variables: a run may give others. */
export function toReport({ window, ...rest }: SliceQuestion) {
  const operation = 'query Explore($from: DayOrInstant!, $to: DayOrInstant!)';
  return { document: documentOf(operation, '{from: $from, to: $to}', rest), variables: window };
}

function documentOf(
  operation: string,
  window: string,
  { timeZone, where, ...slice }: Omit<SliceQuestion, 'window'>,
): string {
  const given = [
    `window: ${window}`,
    timeZone && `timeZone: ${literal(timeZone)}`,
    where && `where: ${literal(where)}`,
  ];
  const lines = [`${operation} {`, `  analytics(${given.filter(Boolean).join(', ')}) {`];
  return [...lines, ...selection(slice, 4), '  }', '}', ''].join('\n');
}

function selection({ totals, series, by }: Part, indent: number): string[] {
  const lines: string[] = [];
  const measures = `totals { ${totals?.join(' ')} }`;
  if (totals) lines.push(measures);
  for (const { every, totals: each } of Object.values(series ?? {})) {
    lines.push(`series(every: ${constant(every)}) { start end totals { ${each?.join(' ')} } }`);
  }
  for (const { dimension, metadataKey, orderBy, first, ...inner } of Object.values(by ?? {})) {
    const order = [
      orderBy?.measure && `measure: ${constant(orderBy.measure)}`,
      orderBy?.direction && `direction: ${constant(orderBy.direction)}`,
    ];
    const given = [
      `dimension: ${constant(dimension)}`,
      metadataKey !== undefined && `metadataKey: ${literal(metadataKey)}`,
      orderBy && `orderBy: {${order.filter(Boolean).join(', ')}}`,
      first !== undefined && `first: ${first}`,
    ];
    lines.push(`by(${given.filter(Boolean).join(', ')}) {`, '  key', '  label', '  isOther');
    lines.push(...selection(inner, 2), '}');
  }
  return lines.map((line) => ' '.repeat(indent) + line);
}

/** `goalType` is spelled `GOAL_TYPE`. */
function constant(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** A value as GraphQL writes it: like JSON, but for the names of fields, which stand without quotes. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${fields.map(([name, each]) => `${name}: ${literal(each)}`).join(', ')}}`;
}
