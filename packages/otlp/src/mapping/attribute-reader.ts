import type { Attributes } from '../telemetry.ts';
import { type SpelledField, spellings } from './spellings.ts';

/** Larger texts of JSON hold more than what is looked for, and would take long to parse. */
const MAX_JSON = 64 * 1024;

type Place = { readonly name: string; readonly path: readonly string[] | undefined };

/** The spellings of each field, taken apart once. */
const places = new Map(
  Object.entries(spellings).map(([field, names]): [string, Place[]] => [
    field,
    names.map((spelling) => {
      const [name = '', path] = spelling.split('#');
      return { name, path: path?.split('.') };
    }),
  ]),
);

/** Reads the attributes of one span or record. Values come as numbers or as texts, whatever they are. */
export class AttributeReader {
  readonly #attributes: Attributes;
  #parsed: Map<string, unknown> | undefined;

  constructor(attributes: Attributes) {
    this.#attributes = attributes;
  }

  has(name: string): boolean {
    return this.#attributes.has(name);
  }

  /** Without spaces around it; undefined if it is empty. */
  text(name: string): string | undefined {
    return toText(this.#attributes.get(name));
  }

  /** A whole number of at least 0. */
  count(name: string): number | undefined {
    return toCount(this.#attributes.get(name));
  }

  number(name: string): number | undefined {
    return toNumber(this.#attributes.get(name));
  }

  firstText(field: SpelledField): string | undefined {
    return this.#first(field, toText);
  }

  firstCount(field: SpelledField): number | undefined {
    return this.#first(field, toCount);
  }

  firstNumber(field: SpelledField): number | undefined {
    return this.#first(field, toNumber);
  }

  #first<T>(field: SpelledField, convert: (value: unknown) => T | undefined): T | undefined {
    for (const { name, path } of places.get(field) ?? []) {
      const sent = this.#attributes.get(name);
      if (sent === undefined) continue;
      const value = path ? this.#inside(name, sent, path) : sent;
      const converted = value === undefined ? undefined : convert(value);
      if (converted !== undefined) return converted;
    }
    return undefined;
  }

  #inside(name: string, text: unknown, path: readonly string[]): unknown {
    if (typeof text !== 'string') return undefined;
    this.#parsed ??= new Map();
    if (!this.#parsed.has(name)) this.#parsed.set(name, parseObject(text));
    let value = this.#parsed.get(name);
    for (const step of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
      value = (value as Record<string, unknown>)[step];
    }
    return value;
  }
}

function parseObject(text: string): unknown {
  if (text.length > MAX_JSON || !text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  return storable(value.trim()) || undefined;
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function toCount(value: unknown): number | undefined {
  const number = toNumber(value);
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** PostgreSQL stores no NUL and no lone surrogate. */
export function storable(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();
}
