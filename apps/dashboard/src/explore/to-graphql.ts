import type { SliceQuestion } from '../measures/use-slice.ts';
import { spreadFigureNames } from './spread.ts';

type Groups = NonNullable<SliceQuestion['by']>[string];
type Part = Pick<SliceQuestion, 'totals' | 'previous' | 'series' | 'spread'> &
  Pick<Groups, 'whole'> &
  Pick<NonNullable<SliceQuestion['previous']>, 'change' | 'ratio'> & { by?: SliceQuestion['by'] | undefined };

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

function selection(part: Part, indent: number): string[] {
  const { previous, series, spread, whole, by } = part;
  const lines: string[] = [];
  for (const name of ['totals', 'change', 'ratio'] as const)
    if (part[name]) lines.push(`${name} { ${part[name].join(' ')} }`);
  if (previous) {
    const { shift, ...inner } = previous;
    const given = shift ? `(shift: ${constant(shift)})` : '';
    lines.push(`previous${given} {`, '  window { from to }', ...selection(inner, 2), '}');
  }
  for (const { every, totals: each } of Object.values(series ?? {})) {
    lines.push(`series(every: ${constant(every)}) { start end totals { ${each?.join(' ')} } }`);
  }
  for (const each of Object.values(spread ?? {}))
    lines.push(`spread(${constants(each)}) { ${spreadFigureNames.join(' ')} }`);
  if (whole) lines.push('whole {', ...selection(whole, 2), '}');
  for (const { dimension, metadataKey, having, orderBy, first, ...inner } of Object.values(by ?? {})) {
    const given = [
      `dimension: ${constant(dimension)}`,
      metadataKey !== undefined && `metadataKey: ${literal(metadataKey)}`,
      having && `having: ${havingText(having)}`,
      orderBy && `orderBy: {${constants(orderBy)}}`,
      first !== undefined && `first: ${first}`,
    ];
    lines.push(`by(${given.filter(Boolean).join(', ')}) {`, '  key', '  label', '  isOther');
    lines.push(...selection(inner, 2), '}');
  }
  return lines.map((line) => ' '.repeat(indent) + line);
}

/** The fields of an input whose texts are all names of enums, however deep. */
function constants(fields: object): string {
  const texts = Object.entries(fields).map(([name, value]) => {
    const isNested = typeof value === 'object';
    return `${name}: ${isNested ? `{${constants(value)}}` : constant(String(value))}`;
  });
  return texts.join(', ');
}

function havingText({ measure, ...bounds }: NonNullable<Groups['having']>): string {
  const fields = Object.entries(bounds).map(([name, value]) => `${name}: ${literal(value)}`);
  return `{measure: ${constant(measure)}, ${fields.join(', ')}}`;
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
