/** A valid question, of which tests make one part invalid. */
export const plain = {
  window: { from: '2026-01-01', to: '2026-02-01' },
  timeZone: 'Europe/Berlin',
  totals: ['revenue'],
};

const nested = (depth: number): Record<string, unknown> =>
  depth === 0 ? {} : { by: { inner: { dimension: 'agent', ...nested(depth - 1) } } };

const window = (from: unknown, to: unknown) => ({ ...plain, window: { from, to } });
const keys = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`);

type Refused = [what: string, question: unknown, field: string, says: RegExp];

/** Questions that are refused: the fault, the question (or its JSON), the field that is named, and the message. */
export const refused: readonly Refused[] = [
  [
    'an unknown zone',
    { ...plain, timeZone: 'Mars/Olympus' },
    'timeZone',
    /name of an IANA time zone, such as/,
  ],
  ['SQL for a zone', { ...plain, timeZone: "UTC'; drop table goals" }, 'timeZone', /IANA/],
  [
    'a day that is not',
    window('2026-02-30', '2026-03-01'),
    'window.from',
    /no such day: there is no 2026-02-30; it must be a day such as "2026-01-31"/,
  ],
  ['a thirteenth month', window('2026-13-01', '2027-01-01'), 'window.from', /no such day.*day such as/],
  [
    'an instant without a zone',
    window('2026-01-01T00:00:00', '2026-02-01'),
    'window.from',
    /with a time zone/,
  ],
  ['a window before 1970', window('1969-12-31', '2026-02-01'), 'window.from', /1970/],
  ['a window without an end', { ...plain, window: { from: '2026-01-01' } }, 'window.to', /required/],
  ['an empty window', window('2026-01-01', '2026-01-01'), 'window.to', /must be after from/],
  ['a window that runs backwards', window('2026-02-01', '2026-01-01'), 'window.to', /must be after from/],
  [
    'the day that Apia skipped',
    { ...window('2011-12-30', '2011-12-31'), timeZone: 'Pacific/Apia' },
    'window.to',
    /must be after from/,
  ],
  [
    'too many buckets',
    { ...window('2000-01-01', '2026-01-01'), series: { s: { every: 'hour' } } },
    'series.every',
    /makes more than 8784 buckets of this window; take a longer step or a shorter window/,
  ],
  [
    'too many buckets before',
    { ...window('2000-01-01', '2026-01-01'), previous: { series: { s: { every: 'day' } } } },
    'series.every',
    /more than 8784 buckets/,
  ],
  [
    'an empty window to compare with',
    { ...plain, previous: { window: { from: '2026-01-01', to: '2026-01-01' } } },
    'previous.window.to',
    /must be after from/,
  ],
  [
    'a window to compare a group with that runs backwards',
    {
      ...plain,
      by: { b: { dimension: 'agent', previous: { window: { from: '2026-02-01', to: '2026-01-01' } } } },
    },
    'by.b.previous.window.to',
    /must be after from/,
  ],
  [
    'a window to compare with that has a day that is not',
    { ...plain, previous: { window: { from: '2026-02-30', to: '2026-03-03' } } },
    'previous.window.from',
    /day such as/,
  ],
  [
    'too many points',
    {
      ...window('2028-01-01', '2029-01-01'),
      series: Object.fromEntries(keys(12).map((name) => [name, { every: 'hour' }])),
    },
    'by',
    /more than 100000 points; ask for fewer groups, longer steps or a shorter window/,
  ],
  ['an unknown step', { ...plain, series: { s: { every: 'minute' } } }, 'series.s.every', /hour/],
  ['an unknown measure', { ...plain, totals: ['profit'] }, 'totals.0', /revenue/],
  ['an unknown dimension', { ...plain, by: { b: { dimension: 'planet' } } }, 'by.b.dimension', /agent/],
  [
    'a metadata key for a dimension that takes none',
    { ...plain, by: { b: { dimension: 'agent', metadataKey: 'plan' } } },
    'by.b.metadataKey',
    /is for dimensions of metadata alone/,
  ],
  ['no metadata key', { ...plain, by: { b: { dimension: 'metadata' } } }, 'by.b.metadataKey', /is required/],
  [
    'too many groups',
    { ...plain, by: { b: { dimension: 'agent', first: 1001 } } },
    'by.b.first',
    /at most 1000/,
  ],
  ['no groups', { ...plain, by: { b: { dimension: 'agent', first: 0 } } }, 'by.b.first', /at least 1/],
  [
    'an order by a share',
    { ...plain, by: { b: { dimension: 'agent', orderBy: { measure: 'share' } } } },
    'by.b.orderBy.measure',
    /revenue/,
  ],
  [
    'groups nested too deep',
    { ...plain, ...nested(4) },
    'by.inner.by.inner.by.inner.by.inner',
    /at most 3 deep/,
  ],
  [
    'a part with a reserved name',
    { ...plain, series: { __type: { every: 'day' } } },
    'series.__type',
    /letter/,
  ],
  ['a part with an odd name', { ...plain, series: { 'a b': { every: 'day' } } }, 'series.a b', /letter/],
  [
    'a field named __proto__',
    '{"window":{"from":"2026-01-01","to":"2026-02-01"},"__proto__":{"totals":["revenue"]}}',
    '__proto__',
    /not a known field/,
  ],
  ['too many keys', { ...plain, where: { agent: { in: keys(1001) } } }, 'where.agent.in', /at most 1000/],
  ['a NUL in a key', { ...plain, where: { agent: { in: ['a\0'] } } }, 'where.agent.in.0', /NUL/],
  ['a bad amount', { ...plain, where: { amount: { gte: '1e5' } } }, 'where.amount.gte', /decimal string/],
  ['an unknown filter', { ...plain, where: { planet: { in: ['x'] } } }, 'where.planet', /not a known field/],
  ['a funnel without steps', { ...plain, funnel: { f: { steps: [] } } }, 'funnel.f.steps', /at least one/],
  [
    'a funnel with a step twice',
    { ...plain, funnel: { f: { steps: ['a', 'a'] } } },
    'funnel.f.steps',
    /each goal type once/,
  ],
  ...['tool', 'source', 'eventType', 'model', 'provider'].map(
    (name): Refused => [
      `a funnel of goals with a ${name}`,
      { ...plain, where: { [name]: { in: ['x'] } }, funnel: { f: { steps: ['a'] } } },
      `where.${name}`,
      new RegExp(`leaves no goals for the funnel, because goals have no ${name}; leave out`),
    ],
  ),
  [
    'a funnel of groups of records with a tool',
    {
      ...plain,
      where: { tool: { isNull: false } },
      by: { b: { dimension: 'agent', funnel: { f: { steps: ['a'] } } } },
    },
    'where.tool',
    /no goals for the funnel/,
  ],
  [
    'a funnel of goals with an amount',
    { ...plain, where: { amount: { gte: '1' } }, funnel: { f: { steps: ['a'] } } },
    'where.amount',
    /goals have no amount/,
  ],
  ['too long a funnel', { ...plain, funnel: { f: { steps: keys(21) } } }, 'funnel.f.steps', /at most 20/],
];
