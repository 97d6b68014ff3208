const analytics = 'analytics(window:{from:"2025-01-01",to:"2026-01-01"})';

/** Small invalid documents that would be expensive to parse, validate or run. */
export const hostileDocuments: Record<string, string> = {
  'open braces': times(10_240, '{'),
  'open brackets': `{revenues(first:${times(10_240, '[')}`,
  'closed brackets': `{revenues(first:${times(5000, '[')}${times(5000, ']')}){nodes{id}}}`,
  'open brackets within the limit': `{revenues(first:${times(1950, '[')}`,
  'brackets within the limit': `{revenues(first:${times(900, '[')}${times(900, ']')}){nodes{id}}}`,
  'nested objects': `{revenues(filter:${times(3000, '{a:')}1${times(3000, '}')}){nodes{id}}}`,
  'nested metadata': `mutation{recordGoal(input:{goalKey:"g",metadata:${times(450, '{a:')}1${times(450, '}')}}){id}}`,
  'nested fields': `{${times(3000, 'a{')}a${times(3000, '}')}}`,
  'nested fields within the limit': `{${times(600, 'a{')}a${times(600, '}')}}`,
  'nested inline fragments': `{${times(600, '...{')}a${times(600, '}')}}`,
  'nested types': `query($a:${times(900, '[')}Int${times(900, ']')}){__typename}`,

  'many aliases': `{${each(3000, (i) => `a${i}:__typename`)}}`,
  'many aliases of a field': `{revenues{nodes{${each(60, (i) => `a${i}:id`)}}}}`,
  'many root fields': `{${each(40, (i) => `a${i}:revenues(first:1000){nodes{id}}`)}}`,
  'the same field many times': `{revenues{nodes{${times(1900, 'id ')}}}}`,
  'conflicting fields': `{revenues{nodes{${each(490, (i) => (i % 2 ? 'x:id' : 'x:key'))}}}}`,
  'many unknown fields': `{revenues{nodes{${each(490, (i) => `agentKe${i}`)}}}}`,
  'many directives': `{revenues${times(300, '@skip(if:true)')}{nodes{id}}}`,
  'many unknown directives': `{revenues{nodes{id ${times(900, '@a')}}}}`,
  'the same argument many times': `{revenues(${times(450, 'first:1,')}){nodes{id}}}`,
  'many unknown arguments': `{revenues(${each(450, (i) => `firs${i}:$b${i}`)}){nodes{id}}}`,
  'many unknown filters': `{revenues(filter:{${each(450, (i) => `agentKe${i}:"a"`)}}){nodes{id}}}`,
  'many variables': `query(${each(450, (i) => `$a${i}:Int`)}){__typename}`,
  'many operations': times(600, '{a}'),

  'a fragment inside itself': '{...A} fragment A on Query{__typename ...A}',
  'fragments inside each other': `{...F0} ${each(150, (i) => `fragment F${i} on Query{...F${(i + 1) % 150} ...F${(i * 7) % 150}}`)}`,
  'fragments that double': `{...F0} ${each(90, (i) => `fragment F${i} on Query{...F${i + 1} ...F${i + 1}}`)} fragment F90 on Query{__typename}`,
  'fragments that double under aliases': `{__schema{types{...F0}}} ${each(40, (i) => `fragment F${i} on __Type{a:ofType{...F${i + 1}} b:ofType{...F${i + 1}}}`)} fragment F40 on __Type{name}`,
  'overlapping fragments': `{${each(20, (i) => `revenues{...F${i}}`)}} ${each(60, (i) => `fragment F${i} on RevenueConnection{edges{node{...G${i % 20}}} nodes{id}}`)} ${each(20, (i) => `fragment G${i} on Revenue{id key}`)}`,
  'a fragment spread many times': `{${times(900, '...A ')}} fragment A on Query{__typename}`,
  'many unknown fragments': `{${each(900, (i) => `...A${i}`)}}`,
  'circular introspection': '{__schema{types{fields{type{fields{type{fields{type{name}}}}}}}}}',

  'groups nested too deep': `{${analytics}{${nest(4, 'by(dimension:AGENT)', 'key')}}}`,
  'groups nested beyond the levels': `{${analytics}{${nest(100, 'by(dimension:AGENT)', 'key')}}}`,
  'groups nested in fragments': `{${analytics}{...F0}} ${each(4, (i) => `fragment F${i} on Slice{by(dimension:AGENT){...F${i + 1}}}`)} fragment F4 on Slice{totals{revenue}}`,
  'groups of a fragment inside itself': `{${analytics}{...A}} fragment A on Slice{by(dimension:AGENT){...A}}`,
  'groups that double': `{${analytics}{...F0}} ${each(40, (i) => `fragment F${i} on Slice{a:by(dimension:AGENT){...F${i + 1}} b:by(dimension:AGENT){...F${i + 1}}}`)} fragment F40 on Slice{totals{revenue}}`,
  'many series': `{${analytics}{${each(60, (i) => `a${i}:series(every:HOUR){start}`)}}}`,
  'series of many points': `{${analytics}{${each(49, (i) => `a${i}:series(every:HOUR){start}`)}}}`,
  'many funnels': `{${analytics}{${each(60, (i) => `a${i}:funnel(steps:["a"]){sessions}`)}}}`,
  'a funnel of many steps': `{${analytics}{funnel(steps:[${each(900, (i) => `"${i}"`)}]){sessions}}}`,
  'many questions': `{${each(30, (i) => `a${i}:${analytics}{totals{revenue}}`)}}`,
  'many keys': `{analytics(window:{from:"2026-01-01",to:"2026-02-01"},where:{agent:{in:[${each(1500, (i) => `"${i}"`)}]}}){totals{revenue}}}`,
  'many metadata filters': `{analytics(window:{from:"2026-01-01",to:"2026-02-01"},where:{metadata:[${times(100, '{key:"a"}')}]}){totals{revenue}}}`,
  'hours of all time': `{analytics(window:{from:"1970-01-01",to:"9999-12-31"}){series(every:HOUR){start}}}`,
  'days of all time': `{analytics(window:{from:"1970-01-01",to:"9999-12-31"}){series(every:DAY){start}}}`,
  'hours before a long window': `{analytics(window:{from:"2000-01-01",to:"2026-01-01"}){previous{series(every:HOUR){start}}}}`,
  'an unknown zone': `{analytics(window:{from:"2026-01-01",to:"2026-02-01"},timeZone:"Mars/Olympus"){totals{revenue}}}`,
  'a zone with a date': `{analytics(window:{from:"2026-01-01",to:"2026-02-01"},timeZone:"2026-01-01[Europe/Berlin]"){totals{revenue}}}`,
  'a long zone': `{analytics(window:{from:"2026-01-01",to:"2026-02-01"},timeZone:"${times(9000, '../')}"){totals{revenue}}}`,
  'a window the wrong way round': `{analytics(window:{from:"2026-02-01",to:"2026-01-01"}){totals{revenue}}}`,
  'a window of no days': `{analytics(window:{from:"2026-02-30",to:"2026-02-31"}){totals{revenue}}}`,

  comments: `${times(32_000, '#\n')}{a}`,
  'a long comment': `#${times(200_000, 'a')}\n{__typename}`,
  'a long name': `{${times(60_000, 'a')}}`,
  'a long string': `{agent(key:"${times(200_000, 'a')}"){id}}`,
  'a long block string': `{agent(key:"""${times(15_000, '\n a')}"""){id}}`,
  'many escapes': `{agent(key:"${times(10_000, '\\u0041')}"){id}}`,
  'an open string': `{agent(key:"${times(60_000, 'a')}`,
  'a long number': `{revenues(first:${times(60_000, '9')}){nodes{id}}}`,
  'nothing but commas': times(60_000, ','),
  'nothing but byte order marks': times(60_000, '\ufeff'),
  'a lone surrogate': '{agent(key:"\ud800"){id}}',
  'a subscription': 'subscription{a}',
  'a type': 'type A{a:Int}',
};

function times(count: number, text: string): string {
  return text.repeat(count);
}

function nest(depth: number, field: string, leaf: string): string {
  return `${times(depth, `${field}{`)}${leaf}${times(depth, '}')}`;
}

function each(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, i) => text(i)).join(' ');
}
