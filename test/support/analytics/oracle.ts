import type { Client } from 'pg';
import { bucketEdges, previousSpan, type Span, spanOf } from './oracle-calendar.ts';
import { filterSql, isOneOf, removedBy, valueSql, without } from './oracle-conditions.ts';
import { byOrder, groupCondition } from './oracle-groups.ts';
import { divideRounded, type Sums, sumsSql, toSums, totalsOf } from './oracle-measures.ts';
import type {
  Answer,
  Bucket,
  Group,
  GroupsPart,
  Period,
  PeriodPart,
  Question,
  SeriesPart,
  Slice,
  SliceParts,
} from './question.ts';

/** A set of facts: those of a span that meet all conditions. */
type Facts = { span: Span; conditions: readonly string[]; removed: ReadonlySet<string> };

/**
 * Computes the expected answer of `analytics.slice` from the records alone: one plain statement per sum, without
 * rollups
 * or the planner. Requires the facts of {@link layOutFacts} on the same connection.
 */
export class Oracle {
  readonly #client: Client;
  readonly #question: Question;

  constructor(client: Client, question: Question) {
    this.#client = client;
    this.#question = question;
  }

  async answer(): Promise<Answer> {
    const { timeZone, where = {} } = this.#question;
    const span = await spanOf(this.#client, this.#question);
    const facts = { span, conditions: filterSql(where), removed: removedBy(where) };
    const slice = await this.#slice(facts, undefined, this.#question);
    return { window: { ...span, timeZone }, ...slice };
  }

  async #slice(facts: Facts, parent: Facts | undefined, parts: SliceParts): Promise<Slice> {
    const slice: Slice = await this.#period(facts, parent, parts);
    if (parts.previous) {
      const span = await this.#spanBefore(facts, parts.previous);
      const before = await this.#period({ ...facts, span }, parent && { ...parent, span }, parts.previous);
      slice.previous = { window: span, ...before };
    }
    for (const [name, { steps }] of Object.entries(parts.funnel ?? {})) {
      slice.funnel = { ...slice.funnel, [name]: await this.#funnel(facts, steps) };
    }
    for (const [name, groups] of Object.entries(parts.by ?? {})) {
      slice.by = { ...slice.by, [name]: await this.#groups(facts, groups) };
    }
    return slice;
  }

  async #spanBefore({ span }: Facts, { window }: NonNullable<SliceParts['previous']>): Promise<Span> {
    const { timeZone } = this.#question;
    if (window) return spanOf(this.#client, { window, timeZone });
    return previousSpan(this.#client, span, timeZone);
  }

  async #period(
    facts: Facts,
    parent: Facts | undefined,
    { totals, series = {} }: PeriodPart,
  ): Promise<Omit<Period, 'window'>> {
    const period: Omit<Period, 'window'> = {};
    const sums = await this.#sums(facts);
    if (totals) {
      const { removed } = facts;
      period.totals = totalsOf(totals, sums, { parent: parent && (await this.#sums(parent)), removed });
    }
    for (const [name, part] of Object.entries(series)) {
      period.series = { ...period.series, [name]: await this.#series(facts, sums, part) };
    }
    return period;
  }

  async #sums({ span, conditions }: Facts): Promise<Sums> {
    const rows = await this.#rows(
      `select ${sumsSql} from facts where ${[...conditions, inSpan].join(' and ')}`,
      [span.from, span.to],
    );
    return toSums(rows[0] ?? {});
  }

  async #series(
    { span, conditions, removed }: Facts,
    whole: Sums,
    { every, totals }: SeriesPart,
  ): Promise<Bucket[]> {
    const edges = await bucketEdges(this.#client, span, every, this.#question);
    const starts = edges.slice(0, -1);
    const rows = await this.#rows(
      `select ${sumsSql} from unnest($3::timestamptz[], $4::timestamptz[]) with ordinality b(lower, upper, i)
       left join (select * from facts where ${[...conditions, inSpan].join(' and ')}) f on time >= lower and time < upper
       group by i order by i`,
      [span.from, span.to, starts, edges.slice(1)],
    );
    return starts.map((start, i) => {
      const end = edges[i + 1] ?? '';
      const isPartial = start < span.from || end > span.to;
      return {
        start,
        end,
        isPartial,
        totals: totalsOf(totals, toSums(rows[i] ?? {}), { parent: whole, removed }),
      };
    });
  }

  /** Sessions with goals of all steps so far, none of them before that of its previous step. */
  async #funnel({ span, conditions }: Facts, steps: readonly string[]) {
    const reached: bigint[] = [];
    const where = [...conditions, inSpan, `kind = 'goals'`].join(' and ');
    for (const last of steps.keys()) {
      const goals = steps.slice(0, last + 1).map((_, i) => `goals g${i}`);
      const links = steps
        .slice(0, last + 1)
        .flatMap((_, i) => [
          `g${i}."goalType" = ($3::text[])[${i + 1}]`,
          ...(i > 0 ? [`g${i}.session = g${i - 1}.session`, `g${i}.time >= g${i - 1}.time`] : []),
        ]);
      const [row] = await this.#rows(
        `with goals as (select * from facts where ${where})
         select count(distinct g0.session) as sessions from ${goals.join(', ')} where ${links.join(' and ')}`,
        [span.from, span.to, steps],
      );
      reached.push(BigInt(String(row?.sessions)));
    }
    return steps.map((goalKey, i) => {
      const parts = divideRounded((reached[i] ?? 0n) * 10n ** 6n, reached[0] ?? 0n);
      const conversion = parts === null ? null : Number(parts) / 1e6;
      return { goalKey, sessions: Number(reached[i]), conversion };
    });
  }

  async #groups(facts: Facts, part: GroupsPart): Promise<Group[]> {
    const { dimension, metadataKey, orderBy, first } = part;
    const value = valueSql(dimension, metadataKey);
    const where = [...facts.conditions, inSpan].join(' and ');
    const find = (span: Span) =>
      this.#rows(
        `select ${value} as key, ${sumsSql} from facts where ${where} group by 1 having ${groupCondition(part)}`,
        [span.from, span.to],
      );
    const rows = await find(facts.span);
    // A group of the window before is listed, too; its sums are those of this window.
    const earlier = part.previous ? await find(await this.#spanBefore(facts, part.previous)) : [];
    const nothing = toSums((await this.#rows(`select ${sumsSql} from facts where false`, []))[0] ?? {});
    const found = [
      ...rows.map((row) => ({ key: row.key as string | null, sums: toSums(row) })),
      ...earlier
        .filter(({ key }) => rows.every((row) => row.key !== key))
        .map(({ key }) => ({ key: key as string | null, sums: nothing })),
    ];
    const lacking = without(facts.removed, dimension);
    const all = found.map((each) => ({ ...each, removed: each.key === null ? facts.removed : lacking }));
    const keys = all.toSorted(byOrder(orderBy)).map(({ key }) => key);
    const [shown, rest] = [keys.slice(0, first), keys.slice(first)];
    const groups: Group[] = [];
    const add = async (group: Omit<Group, keyof Slice>, condition: string, isAbsent: boolean) => {
      const removed = isAbsent ? facts.removed : lacking;
      const inside = { ...facts, conditions: [...facts.conditions, condition], removed };
      groups.push({ ...group, ...(await this.#slice(inside, facts, part)) });
    };
    for (const key of shown) {
      const label = key === null ? null : await this.#label(dimension, key);
      await add({ key, label, isOther: false }, isOneOf(value, [key]), key === null);
    }
    if (rest.length > 0) {
      const others = { key: null, label: null, isOther: true };
      await add(others, `not ${isOneOf(value, shown)}`, !shown.includes(null));
    }
    return groups;
  }

  async #label(dimension: string, key: string): Promise<string> {
    const tables: Record<string, string> = {
      agent: 'agents',
      customer: 'customers',
      goalType: 'goal_types',
      tool: 'tools',
    };
    const table = tables[dimension];
    if (!table) return key;
    const [row] = await this.#rows(
      `select name from ${table} where key = $1 and developer_id = (select developer_id from tenant)`,
      [key],
    );
    return typeof row?.name === 'string' ? row.name : key;
  }

  async #rows(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    return (await this.#client.query<Record<string, unknown>>(sql, values)).rows;
  }
}

const inSpan = 'time >= $1::timestamptz and time < $2::timestamptz';
