import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@outturn/service';

/** Secrets under a name, such as `API key 1`. */
export class Secrets {
  readonly #values = new Map<string, string>();

  add<Value extends string>(kind: string, value: Value): Value {
    this.#values.set(value, `${kind} ${this.#values.size + 1}`);
    return value;
  }

  get size(): number {
    return this.#values.size;
  }

  /** How many there are of each kind. */
  tally(): string {
    const kinds = Map.groupBy(this.#values.values(), kindOf);
    return [...kinds].map(([kind, names]) => `${names.length} × ${kind}`).join(', ');
  }

  /** Those of other kinds than these. */
  except(...kinds: readonly string[]): string[] {
    return [...this.#values].flatMap(([value, name]) => (kinds.includes(kindOf(name)) ? [] : value));
  }

  /** The names of the secrets that a text contains, in clear or in a reversible form. */
  in(text: string, except = ''): string[] {
    return [...this.#values]
      .filter(([value]) => !except.includes(value) && formsOf(value).some((form) => text.includes(form)))
      .map(([, name]) => name);
  }
}

const kindOf = (name: string) => name.replace(/ \d+$/, '');

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  // Base64 depends on the bytes before; without its edges each of the three alignments is contained in the whole.
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    bytes.toString('hex'),
    ...inBase64,
  ];
}

/** PostgreSQL's own log, where its files are on this machine. */
export async function serverLogOf({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory');
  const folder = path.dirname(rows[0]?.data_directory ?? '');
  const files = await readdir(folder).catch(() => []);
  const logs = files.filter((name) => /\.log/.test(name));
  const texts = await Promise.all(logs.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.join('\n');
}
