import fc from 'fast-check';
import { removedBy } from './oracle-conditions.ts';
import { hasFunnel } from './oracle-groups.ts';
import {
  type Dimension,
  type Filter,
  figures,
  type GroupOrder,
  type GroupsPart,
  type Having,
  type Measure,
  measureNames,
  orderMeasures,
  type PeriodPart,
  plainDimensions,
  type Question,
  type SliceParts,
  type Step,
  spreadOfs,
  spreadPers,
  steps,
  type Window,
  weekdays,
} from './question.ts';
import { type Scene, windowNear } from './scenes.ts';
import {
  agentMetadataKeys,
  amount,
  customerMetadataKeys,
  maybe,
  metadataKeys,
  metadataTexts,
  vocabulary,
} from './vocabulary.ts';

const rarely = <T>(value: fc.Arbitrary<T>, freq = 5) =>
  fc.option(value, { nil: undefined, freq: 1 / freq < 1 ? freq : 1 });

/** Sums over events without a price alone are read by other statements than others. */
const ofUnpriced: Measure[] = ['unpricedEvents', 'unpricedTokens'];
const measures = fc.oneof(
  { arbitrary: fc.subarray([...measureNames], { minLength: 1 }), weight: 4 },
  { arbitrary: fc.subarray(ofUnpriced, { minLength: 1 }), weight: 1 },
);

const valueFilter = (keys: readonly string[]) => {
  const some = fc.subarray([...keys, 'nobody']);
  return fc.oneof(
    fc.record({ in: some }),
    fc.record({ notIn: some }),
    fc.record({ isNull: fc.boolean() }),
    fc.record({ in: some, notIn: some, isNull: maybe(fc.boolean()) }),
  );
};
const metadataFilter = (keys: readonly string[], values: readonly string[]) =>
  fc.array(
    fc.tuple(fc.constantFrom(...keys), valueFilter(values)).map(([key, filter]) => ({ key, ...filter })),
    { minLength: 1, maxLength: 2 },
  );

/** No filter, one, or two, over one or two dimensions. */
const filter: fc.Arbitrary<Filter | undefined> = (() => {
  const one: fc.Arbitrary<Filter> = fc.oneof(
    ...plainDimensions.map((name) => valueFilter(vocabulary[name]).map((value) => ({ [name]: value }))),
    metadataFilter(metadataKeys, metadataTexts).map((value) => ({ metadata: value })),
    metadataFilter(agentMetadataKeys, ['red', '', '1']).map((value) => ({ agentMetadata: value })),
    metadataFilter(customerMetadataKeys, ['smb', '2']).map((value) => ({ customerMetadata: value })),
    fc
      .record({ gte: maybe(amount), gt: rarely(amount), lte: maybe(amount), lt: rarely(amount) })
      .map((range) => ({ amount: range })),
  );
  return fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 3 },
    { arbitrary: one, weight: 2 },
    { arbitrary: fc.tuple(one, one).map(([a, b]) => ({ ...a, ...b })), weight: 1 },
  );
})();

const dimension: fc.Arbitrary<{ dimension: Dimension; metadataKey?: string }> = fc.oneof(
  {
    arbitrary: fc.constantFrom('agent' as const, 'customer' as const).map((name) => ({ dimension: name })),
    weight: 2,
  },
  { arbitrary: fc.constantFrom(...plainDimensions).map((name) => ({ dimension: name })), weight: 3 },
  {
    arbitrary: fc.oneof(
      fc
        .constantFrom(...metadataKeys)
        .map((metadataKey) => ({ dimension: 'metadata' as const, metadataKey })),
      fc
        .constantFrom(...agentMetadataKeys)
        .map((metadataKey) => ({ dimension: 'agentMetadata' as const, metadataKey })),
      fc
        .constantFrom(...customerMetadataKeys)
        .map((metadataKey) => ({ dimension: 'customerMetadata' as const, metadataKey })),
    ),
    weight: 2,
  },
);

function period(allowed: readonly Step[], isDeep: boolean): fc.Arbitrary<PeriodPart> {
  const series = fc.record({ every: fc.constantFrom(...allowed), totals: measures });
  return fc.record({
    totals: maybe(measures),
    series: isDeep
      ? rarely(fc.record({ s: series }), 2)
      : maybe(fc.dictionary(fc.constantFrom('s', 'constructor'), series)),
  });
}

const compared = fc.record({ change: maybe(measures), ratio: maybe(measures) });

const spread = fc.record({ of: fc.constantFrom(...spreadOfs), per: fc.constantFrom(...spreadPers) });

const bound = fc.constantFrom('-1', '0', '0.000000001', '1', '2', '2.5', '100');
const having: fc.Arbitrary<Having> = fc
  .tuple(
    fc.constantFrom(...orderMeasures),
    fc.constantFrom('gte' as const, 'gt' as const, 'lte' as const, 'lt' as const),
    bound,
    maybe(fc.tuple(fc.constantFrom('gte' as const, 'lt' as const), bound)),
  )
  .map(([measure, one, value, other]) => ({ measure, [one]: value, ...(other && { [other[0]]: other[1] }) }));

const ordering = fc.oneof(
  { arbitrary: fc.constantFrom(...orderMeasures), weight: 4 },
  { arbitrary: fc.constantFrom('unpricedEvents' as const, 'unpricedTokens' as const), weight: 1 },
);
const order: fc.Arbitrary<Omit<GroupOrder, 'direction'>> = fc.oneof(
  { arbitrary: ordering.map((measure) => ({ measure })), weight: 4 },
  { arbitrary: ordering.map((measure) => ({ measure, by: 'change' as const })), weight: 2 },
  { arbitrary: fc.constant({ measure: 'key' as const }), weight: 1 },
  {
    arbitrary: fc
      .tuple(spread, fc.constantFrom(...figures))
      .map(([of, figure]) => ({ spread: { ...of, figure } })),
    weight: 1,
  },
);

type Asked = { allowed: readonly Step[]; windows: fc.Arbitrary<Window> };

/** A slice whose groups nest to this depth. */
function slice(asked: Asked, depth: number, isDeep = false): fc.Arbitrary<SliceParts> {
  const { allowed, windows } = asked;
  const funnel = fc
    .subarray([...vocabulary.goalType, 'never'], { minLength: 1, maxLength: 4 })
    .chain((keys) => fc.shuffledSubarray(keys, { minLength: keys.length }));
  return fc
    .tuple(
      period(allowed, isDeep),
      fc.record({
        previous: rarely(
          fc
            .tuple(period(allowed, true), maybe(windows), compared)
            .map(([parts, window, names]) => ({ ...parts, ...(window && { window }), ...names })),
          2,
        ),
        funnel: rarely(
          fc.record({ f: fc.record({ start: maybe(fc.constant('session' as const)), steps: funnel }) }),
          2,
        ),
        spread: rarely(fc.record({ p: spread }), 2),
        groupCount: rarely(
          fc
            .tuple(dimension, maybe(having), maybe(measures))
            .map(([ref, range, names]) => ({ n: { ...ref, having: range, measures: names } })),
          2,
        ),
        ...(depth > 0 && { by: maybe(fc.record({ b: groups(asked, depth) })) }),
      }),
    )
    .map(([own, rest]) => ({ ...own, ...rest }));
}

function groups(asked: Asked, depth: number): fc.Arbitrary<GroupsPart> {
  const own = fc.record({
    orderBy: fc
      .tuple(order, fc.constantFrom('asc' as const, 'desc' as const))
      .map(([by, direction]) => ({ ...by, direction })),
    first: fc.integer({ min: 1, max: depth === 3 ? 4 : 2 }),
    offset: rarely(fc.nat({ max: 3 }), 2),
    having: rarely(having, 2),
    whole: rarely(compared, 2),
  });
  return fc
    .tuple(dimension, own, slice(asked, depth - 1, true))
    .map(([ref, options, inner]) => ({ ...ref, ...options, ...inner }));
}

/** A question about the time around a day. */
export function questionNear(scene: Scene): fc.Arbitrary<Question> {
  return windowNear(scene).chain(({ window, isShort }) => {
    const allowed = isShort ? steps : steps.filter((step) => step !== 'hour');
    const about = fc.record({
      window: fc.constant(window),
      timeZone: fc.constant(scene.timeZone),
      weekStart: fc.constantFrom(...weekdays),
      where: filter,
    });
    // Only a short window of comparison may have hours.
    const windows = windowNear(scene)
      .filter((other) => other.isShort || !isShort)
      .map((other) => other.window);
    return fc
      .tuple(about, slice({ allowed, windows }, 3))
      .map(([asked, parts]) => ({ ...asked, ...parts }))
      .filter((question) => !hasFunnel(question) || !removedBy(question.where ?? {}).has('goals'));
  });
}
