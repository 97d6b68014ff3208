import type { RecordKind } from './record-kind.ts';

/** The fact code of corrections in `commits`, whose ids are those of corrections. No kind of records has it. */
export const CORRECTIONS = 0;

/** The fact code of steps of repricing in `commits`, whose ids are those of the steps. */
export const REPRICINGS = -1;

export class KindRegistry {
  readonly all: readonly RecordKind[];
  readonly #byName: ReadonlyMap<string, RecordKind>;
  readonly #byFact: ReadonlyMap<number, RecordKind>;

  /** Throws if kinds contradict each other. */
  constructor(kinds: readonly RecordKind[]) {
    this.all = kinds;
    this.#byName = new Map(kinds.map((kind) => [kind.name, kind]));
    this.#byFact = new Map(kinds.flatMap((kind) => kind.facts.map((fact) => [fact, kind] as const)));
    if (this.#byName.size < kinds.length) throw new Error('Two kinds of records have the same name.');
    if (this.#byFact.size < kinds.flatMap(({ facts }) => facts).length)
      throw new Error('Two kinds of records have the same fact code.');
    if ([...this.#byFact.keys()].some((fact) => fact <= CORRECTIONS))
      throw new Error('Fact codes of records must be above 0, which is the code of corrections.');
    const tables = new Set(kinds.map(({ table }) => table));
    for (const { name, references, generates } of kinds) {
      const missing = [...Object.values(references), ...(generates ? [generates.kind.table] : [])].find(
        (table) => !tables.has(table),
      );
      if (missing !== undefined)
        throw new Error(`The kind ${name} needs records of ${missing}, which is no kind of this service.`);
    }
  }

  /** Throws for an unknown name. */
  of(name: string): RecordKind {
    const kind = this.#byName.get(name);
    if (!kind) throw new Error(`There is no kind of records called ${name}.`);
    return kind;
  }

  /** Undefined for a newer version's code. */
  ofFact(code: number): RecordKind | undefined {
    return this.#byFact.get(code);
  }

  /** The kinds whose records generate records of this one. */
  parentsOf(kind: RecordKind): RecordKind[] {
    return this.all.filter(({ generates }) => generates?.kind.table === kind.table);
  }

  /** Fact codes of generated records, which are sent after the records that generate them. */
  get generatedFacts(): number[] {
    return [...new Set(this.all.flatMap(({ generates }) => generates?.kind.facts ?? []))];
  }
}
