import type { ObservedSpan } from '@outturn/service';
import type { AttributeValue, Span } from '../telemetry.ts';
import { sourceOf } from './group-source.ts';
import { mapSpan } from './map-span.ts';

const START = 1_764_000_000_123n;

export const someSpan: Span = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentSpanId: '',
  name: 'a span',
  start: START * 1_000_000n,
  end: (START + 250n) * 1_000_000n,
  attributes: new Map(),
  hasFailed: false,
};

type Attributes = Readonly<Record<string, AttributeValue>>;

/** What a span with these attributes is. Throws if it cannot be used. */
export function observe(
  attributes: Attributes,
  {
    scope = 'test',
    resource = {},
    span = {},
  }: { scope?: string; resource?: Attributes; span?: Partial<Span> } = {},
): ObservedSpan {
  const from = sourceOf({ scope, resource: new Map(Object.entries(resource)) });
  const observed = mapSpan(from, { ...someSpan, ...span, attributes: new Map(Object.entries(attributes)) });
  if ('problem' in observed) throw new Error(observed.problem);
  return observed;
}

/** Attributes with a value at a spelling, which may lie in a text of JSON. */
export function spelled(spelling: string, value: AttributeValue): Attributes {
  const [name = '', path] = spelling.split('#');
  if (path === undefined) return { [name]: value };
  const inner = path.split('.').reduceRight<unknown>((nested, step) => ({ [step]: nested }), value);
  return { [name]: JSON.stringify(inner) };
}
