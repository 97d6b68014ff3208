/** The values of one statement. `$1` is always the developer. */
export class Parameters {
  readonly values: unknown[];
  readonly #all = ['$1::uuid'];

  constructor(developerId: string) {
    this.values = [developerId];
  }

  /** Adds a value; returns it as SQL of the given type. */
  add(value: unknown, type: string): string {
    const sql = `$${this.values.push(value)}::${type}`;
    this.#all.push(sql);
    return sql;
  }

  /** SQL that names all of them: PostgreSQL refuses values whose type it is not told. Ask for it last. */
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

/** PostgreSQL writes years after 9999 without the sign that ISO 8601 puts before them. */
function toText(time: number): string {
  return new Date(time).toISOString().replace(/^\+0/, '');
}
