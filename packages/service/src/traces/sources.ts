import { z } from 'zod';
import { toIsoInstant } from '../base/instants.ts';
import { ignoredReasons, type Outcome, signals } from '../base/telemetry-counts.ts';
import { decodeCursor, encodeCursor } from '../operations/cursor.ts';
import { defineQuery } from '../operations/define.ts';
import { Rendered, RenderedPage } from '../operations/rendered.ts';
import { Instant, InstantOut } from '../schema/instant.ts';
import { pageFields, pageOf } from '../schema/page.ts';
import { samples, scalars, typeNames } from '../schema/scalars-and-samples.ts';
import { textOut } from '../schema/text.ts';
import { MAX_REASON } from './source-counts.ts';

const ORDER = { list: 'trace_sources', sort: '-hour' };
/** Hours that are shown unless others are asked for. */
const USUAL_HOURS = 24;

const count = (description: string) => z.int().meta({ description }).register(scalars, { scalar: 'Count' });

const Ignored = z
  .object({
    reason: z
      .enum(ignoredReasons)
      .meta({
        description:
          '`noCall`: it tells no call of a model or tool. `toldByLogs`: log records of the same software tell the same calls. `toldTwice`: another span tells the same call. `scopeIgnored`: the account ignores it. `metric`: metrics repeat calls.',
      })
      .register(scalars, { scalar: 'String' }),
    count: count('How many.'),
  })
  .meta({ description: 'What made no event, for one reason.' })
  .register(typeNames, { name: 'IgnoredTelemetry' });

const TraceSource = z
  .object({
    hour: InstantOut.meta({ description: 'Start of the hour, in UTC, in which these were counted.' }),
    signal: z.enum(signals).meta({ description: 'What was sent.' }).register(scalars, { scalar: 'String' }),
    software: textOut().meta({ description: '`service.name`, or `unknown`.' }),
    name: textOut().meta({
      description: 'The scope of spans and metrics, the event name of log records.',
    }),
    recorded: count(
      'Events that were recorded. What is sent again is not counted again, and one that is voided later stays counted.',
    ),
    containers: count('Spans of agents and other containers, which lend their names to the calls below.'),
    ignored: z.array(Ignored).meta({ description: 'What made no event, by reason.' }),
    refused: count('What cannot be used.'),
    refusedBecause: textOut(MAX_REASON).nullable().meta({ description: 'Why the latest was refused.' }),
    lastAt: InstantOut.meta({ description: 'When the latest came.' }),
  })
  .meta({ description: 'What one source of telemetry sent in one hour.' })
  .register(typeNames, { name: 'TraceSource' })
  .register(samples, {
    sample: {
      hour: '2026-11-28T10:00:00.000Z',
      signal: 'traces',
      software: 'support-bot',
      name: 'opentelemetry.instrumentation.anthropic',
      recorded: 42,
      containers: 12,
      ignored: [{ reason: 'noCall', count: 7 }],
      refused: 1,
      refusedBecause: 'A span was rejected: it has no start.',
      lastAt: '2026-11-28T10:41:07.213Z',
    },
  });

const READ = `select s.hour, s.source_id, min(s.signal), min(s.software), min(s.name),
    json_agg(json_build_array(s.outcome, s.count, s.reason)), max(s.last_at)
  from trace_sources s
  where s.developer_id = $1 and s.hour < coalesce($3::timestamptz, 'infinity')
    and s.hour >= coalesce($2::timestamptz, now() - ${USUAL_HOURS} * interval '1 hour')
    and ($4::timestamptz is null or (s.hour, s.source_id) < ($4, $5::uuid))
  group by s.hour, s.source_id order by s.hour desc, s.source_id desc limit $6 offset $7`;

type Row = [
  hour: string,
  id: string,
  signal: string,
  software: string,
  name: string,
  outcomes: string,
  lastAt: string,
];

const listSources = defineQuery({
  name: 'traces.sources',
  summary: 'List the sources of telemetry',
  description: `What became of the spans, log records and metrics that were sent over OTLP: by hour, newest first, and by source. Kept for seven days; a second may pass before they are counted.`,
  scope: 'events:read',
  rest: { method: 'get', path: '/traces/sources' },
  graphql: { query: 'traceSources' },
  input: z.strictObject({
    ...pageFields,
    from: Instant.optional().meta({
      description: `Only hours that begin at this time or later. Default: ${USUAL_HOURS} hours ago.`,
    }),
    to: Instant.optional().meta({ description: 'Only hours that begin before this time.' }),
  }),
  output: pageOf(TraceSource),
  async run({ database, principal: { developerId } }, { limit, offset, cursor, from, to }) {
    const behind = cursor === undefined ? undefined : decodeCursor(cursor, ORDER);
    const values = [developerId, from, to, behind?.value, behind?.id, limit + 1, offset];
    const rows = (await database.read(
      'trace_sources_list',
      READ,
      values.map((value) => value ?? null),
    )) as Row[];
    const shown = rows.slice(0, limit);
    return new RenderedPage<z.output<typeof TraceSource>>({
      items: Rendered.of(shown.map(toSource)),
      length: shown.length,
      hasMore: rows.length > limit,
      cursorAt: (index) => {
        const [value = '', id = ''] = shown[index] ?? [];
        return encodeCursor(ORDER, { value, id });
      },
    });
  },
});

function toSource([hour, , signal, software, name, outcomes, lastAt]: Row): z.output<typeof TraceSource> {
  const counts = JSON.parse(outcomes) as [Outcome, number, string | null][];
  const countOf = (outcome: Outcome) => counts.find(([one]) => one === outcome)?.[1] ?? 0;
  return {
    hour: toIsoInstant(hour),
    // The column was written from an observation.
    signal: signal as (typeof signals)[number],
    software,
    name,
    recorded: countOf('recorded'),
    containers: countOf('container'),
    ignored: ignoredReasons
      .map((reason) => ({ reason, count: countOf(reason) }))
      .filter(({ count }) => count > 0),
    refused: countOf('refused'),
    refusedBecause: counts.find(([one]) => one === 'refused')?.[2] ?? null,
    lastAt: toIsoInstant(lastAt),
  };
}

export const traces = { sources: listSources };
