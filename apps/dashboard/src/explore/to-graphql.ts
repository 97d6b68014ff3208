import type { SliceQuestion } from '../measures/use-slice.ts';

type Part = Pick<SliceQuestion, 'totals' | 'previous' | 'series'> & { by?: SliceQuestion['by'] | undefined };

/** The same question as a GraphQL document. */
export function toGraphql({ window, timeZone, where, ...slice }: SliceQuestion): string {
  const given = [
    `window: ${windowText(window)}`,
    timeZone && `timeZone: ${literal(timeZone)}`,
    where && `where: ${literal(where)}`,
  ];
  const lines = ['query Explore {', `  analytics(${given.filter(Boolean).join(', ')}) {`];
  return [...lines, ...selection(slice, 4), '  }', '}', ''].join('\n');
}

/** Units are names of an enum. */
function windowText(window: SliceQuestion['window']): string {
  const fields = Object.entries(window).map(([name, value]) => {
    const isUnit = ['this', 'previous', 'unit'].includes(name);
    return `${name}: ${isUnit ? constant(String(value)) : literal(value)}`;
  });
  return `{${fields.join(', ')}}`;
}

function selection({ totals, previous, series, by }: Part, indent: number): string[] {
  const lines: string[] = [];
  if (totals) lines.push(`totals { ${totals.join(' ')} }`);
  if (previous) {
    const { shift, ...inner } = previous;
    const given = shift ? `(shift: ${constant(shift)})` : '';
    lines.push(`previous${given} {`, '  window { from to }', ...selection(inner, 2), '}');
  }
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
