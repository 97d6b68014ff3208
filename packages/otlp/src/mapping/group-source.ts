import type { ResourceNames } from '@outturn/service';
import type { Attributes, AttributeValue, Group } from '../telemetry.ts';
import { AttributeReader, storable } from './attribute-reader.ts';
import { chosen, ENVIRONMENT, METADATA_PREFIX, SERVICE } from './spellings.ts';

export const MAX_TEXT = 255;

/** The resource and scope that the items of a group share, read once. */
export type GroupSource = {
  readonly scope: string;
  readonly software: string;
  readonly names: ResourceNames;
  readonly metadata: ReadonlyMap<string, AttributeValue>;
};

export function sourceOf({ resource, scope }: Omit<Group<unknown>, 'items'>): GroupSource {
  const attributes = new AttributeReader(resource);
  const names: { agent?: string; session?: string; customer?: string; service?: string } = {};
  for (const key of ['agent', 'session', 'customer'] as const) {
    const name = keyText(attributes.text(chosen[key]));
    if (name !== undefined) names[key] = name;
  }
  const service = attributes.text(SERVICE);
  // SDKs call a service without a name `unknown_service`, or that and the program's name.
  const name = keyText(service?.startsWith('unknown_service') ? undefined : service);
  if (name !== undefined) names.service = name;
  return {
    scope: cut(storable(scope), MAX_TEXT),
    software: cut(service ?? 'unknown', MAX_TEXT),
    names,
    metadata: withMetadata(new Map(), resource),
  };
}

/** A scope as the page Traces shows it; some instrumentations have none. */
export function shownScope(scope: string): string {
  return scope === '' ? 'unknown' : scope;
}

/** A key has at most 255 characters, and is not one of the two that no path can name. */
export function keyText(text: string | undefined): string | undefined {
  if (text === undefined || text === '' || text === '.' || text === '..') return undefined;
  return cut(text, MAX_TEXT);
}

export function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}

const MAX_METADATA_KEYS = 50;
/** Bytes, of the 16 KiB that an event may have. */
const MAX_METADATA = 15 * 1024;

/** The attributes that become metadata; undefined if there are none. Those of the item come before those of its resource. */
export function metadataOf(
  { metadata }: GroupSource,
  own: Attributes,
): Record<string, AttributeValue> | undefined {
  const all = withMetadata(metadata, own);
  return all.size === 0 ? undefined : Object.fromEntries(all);
}

/** Attributes beyond the limits of an event are left out. */
function withMetadata(
  base: ReadonlyMap<string, AttributeValue>,
  attributes: Attributes,
): ReadonlyMap<string, AttributeValue> {
  let all: Map<string, AttributeValue> | undefined;
  let size = 0;
  for (const [name, value] of attributes) {
    const key = metadataKey(name);
    if (key === undefined || (typeof value === 'number' && !Number.isFinite(value))) continue;
    if (!all) {
      all = new Map(base);
      for (const entry of base) size += sizeOf(entry);
    }
    const entry: Entry = [key, typeof value === 'string' ? storable(value) : value];
    const before = all.get(key);
    const after = size + sizeOf(entry) - (before === undefined ? 0 : sizeOf([key, before]));
    if (after > MAX_METADATA || (before === undefined && all.size === MAX_METADATA_KEYS)) continue;
    all.set(...entry);
    size = after;
  }
  return all ?? base;
}

type Entry = [key: string, value: AttributeValue];

/** Bytes of JSON, with colon and comma. */
function sizeOf(entry: Entry): number {
  return Buffer.byteLength(JSON.stringify(entry));
}

function metadataKey(name: string): string | undefined {
  if (name === ENVIRONMENT) return name;
  if (!name.startsWith(METADATA_PREFIX)) return undefined;
  const key = storable(name.slice(METADATA_PREFIX.length));
  return key === '' || key === '__proto__' ? undefined : key;
}
