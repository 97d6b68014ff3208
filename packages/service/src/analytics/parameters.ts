/** `$1` is the developer. */
export class Parameters {
  readonly values: unknown[];
  readonly #all = ['$1::uuid'];
  readonly #byValue = new Map<string, string>();

  constructor(developerId: string) {
    this.values = [developerId];
  }

  /** Returns SQL of the given type. Equal values are one parameter: the edges of thousands of buckets are sent once. */
  add(value: unknown, type: string): string {
    const name = `${type} ${JSON.stringify(value)}`;
    const known = this.#byValue.get(name);
    if (known !== undefined) return known;
    const sql = `$${this.values.push(value)}::${type}`;
    this.#all.push(sql);
    this.#byValue.set(name, sql);
    return sql;
  }

  /** PostgreSQL must know the type of unused values too. Ask for it last. */
  get named(): string {
    return `given as (select ${this.#all.join(', ')})`;
  }

  instant(time: number): string {
    return this.add(toText(time), 'timestamptz');
  }

  instants(times: readonly number[]): string {
    return this.add(times.map(toText), 'timestamptz[]');
  }
}

/** PostgreSQL takes years after 9999 without the sign of ISO 8601. */
function toText(time: number): string {
  return new Date(time).toISOString().replace(/^\+0/, '');
}
