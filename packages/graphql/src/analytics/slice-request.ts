import { isDeepStrictEqual } from 'node:util';
import { invalidRequest } from '@outturn/service';
import { withoutNulls } from '../input-translation.ts';
import { partName } from './part-name.ts';
import type { Selection } from './selection.ts';

/** A part of the input of `analytics.slice`. */
export type SliceRequest = {
  window?: unknown;
  shift?: unknown;
  totals?: string[];
  change?: string[];
  ratio?: string[];
  previous?: SliceRequest;
  whole?: SliceRequest;
} & { [Kind in PartKind]?: Record<string, unknown> };

const partKinds = ['series', 'by', 'funnel', 'spread', 'groupCount'] as const;
/** Fields whose selection is a list of measures. */
const measured = ['totals', 'change', 'ratio'] as const;
type PartKind = (typeof partKinds)[number];

/** Fields that are not parts come with their parent. */
export function sliceRequest(fields: readonly Selection[]): SliceRequest {
  const request: SliceRequest = {};
  for (const field of fields) addField(request, field, undefined);
  return request;
}

function addField(request: SliceRequest, { name, key, args, fields }: Selection, period: string | undefined) {
  if (isMeasured(name)) {
    request[name] = [...new Set([...(request[name] ?? []), ...fields.map((measure) => measure.name)])];
  } else if (name === 'whole') {
    request.whole ??= {};
    for (const field of fields) addField(request.whole, field, undefined);
  } else if (name === 'previous') {
    request.previous = previousRequest(key, withoutNulls(args), request.previous);
    for (const field of fields) addField(request.previous, field, key);
  } else if (isPartKind(name)) {
    request[name] ??= {};
    // The fields of a spread are all its figures.
    const below = name === 'spread' ? {} : sliceRequest(fields);
    addPart(request[name], partName(key, period), { ...withoutNulls(args), ...below });
  }
}

/** All aliases of a slice's `previous` share one window. */
function previousRequest(key: string, args: object, known: SliceRequest | undefined): SliceRequest {
  if (known === undefined) return { ...args };
  if (
    isDeepStrictEqual(
      { window: known.window, shift: known.shift },
      { window: undefined, shift: undefined, ...args },
    )
  )
    return known;
  throw invalidRequest([
    {
      field: key,
      message:
        'asks for another window than a previous beside it; ask for it in another field analytics, which takes an alias',
    },
  ]);
}

function addPart(parts: Record<string, unknown>, name: string, part: unknown): void {
  if (Object.hasOwn(parts, name)) {
    throw invalidRequest([
      { field: name, message: 'stands for two parts of the answer; give one another alias' },
    ]);
  }
  parts[name] = part;
}

/** Turns a path of the input, `by.agents.series.weekly.every`, into response keys and the argument, `agents.weekly.every`. */
export function placeOf(field: string, request: SliceRequest): string {
  const place: string[] = [];
  const names = field.split('.');
  let within: unknown = request;
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    const parts = isPartKind(name) ? propertyOf(within, name) : undefined;
    const part = propertyOf(parts, names[i + 1]);
    // Paths of the document omit the kind of a part.
    if (part !== undefined) i++;
    place.push(names[i] as string);
    within = part ?? propertyOf(within, name);
  }
  return place.join('.');
}

function propertyOf(value: unknown, name: string | undefined): unknown {
  if (typeof value !== 'object' || value === null || name === undefined) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function isMeasured(name: string): name is (typeof measured)[number] {
  return (measured as readonly string[]).includes(name);
}

function isPartKind(name: string): name is PartKind {
  return (partKinds as readonly string[]).includes(name);
}
