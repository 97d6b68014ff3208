import type { Client } from 'pg';
import { bucketEdges, previousSpan, type Span, spanOf } from './oracle-calendar.ts';
import { filterSql, isOneOf, removedBy, valueSql, without } from './oracle-conditions.ts';
import { byOrder, groupCondition, isWithin } from './oracle-groups.ts';
import {
  changeOf,
  comparisonOf,
  divideRounded,
  type Place,
  type Sums,
  sumsSql,
  toSums,
  totalsOf,
  unitsOf,
} from './oracle-measures.ts';
import { figureUnits, spreadSql, toSpread } from './oracle-spread.ts';
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
  SpreadPart,
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
      const inSpan = { ...facts, span };
      const parentInSpan = parent && { ...parent, span };
      const before = await this.#period(inSpan, parentInSpan, parts.previous);
      const compared = comparisonOf(
        parts.previous,
        await this.#place(facts, parent),
        await this.#place(inSpan, parentInSpan),
      );
      slice.previous = { window: span, ...before, ...compared };
    }
    for (const [name, { start, steps }] of Object.entries(parts.funnel ?? {})) {
      slice.funnel = { ...slice.funnel, [name]: await this.#funnel(facts, steps, start) };
    }
    for (const [name, part] of Object.entries(parts.spread ?? {})) {
      slice.spread = { ...slice.spread, [name]: toSpread(await this.#figures(facts, part)) };
    }
    for (const [name, part] of Object.entries(parts.groupCount ?? {})) {
      const counted = { totals: part.measures, having: part.having };
      const found = await this.#find(facts, part, groupCondition(counted));
      const { having } = part;
      const kept = found.filter(
        ({ sums, removed }) => !having || isWithin(having, unitsOf(having.measure, sums, { removed })),
      );
      slice.groupCount = { ...slice.groupCount, [name]: kept.length };
    }
    for (const [name, groups] of Object.entries(parts.by ?? {})) {
      slice.by = { ...slice.by, [name]: await this.#groups(facts, parent, groups) };
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

  /** The sums of facts, and what decides how measures of them are shown. */
  async #place(facts: Facts, parent: Facts | undefined): Promise<[Sums, Place]> {
    const { removed } = facts;
    return [await this.#sums(facts), { parent: parent && (await this.#sums(parent)), removed }];
  }

  async #figures({ span, conditions }: Facts, part: SpreadPart) {
    const rows = await this.#rows(spreadSql(part, [...conditions, inSpan]), [span.from, span.to]);
    return figureUnits(rows.map(({ value }) => String(value)));
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
  async #funnel({ span, conditions }: Facts, steps: readonly string[], start: 'session' | undefined) {
    const reached: bigint[] = [];
    const inSlice = [...conditions, inSpan].join(' and ');
    if (start) {
      const [row] = await this.#rows(
        `select count(distinct session) as sessions from facts where ${inSlice}`,
        [span.from, span.to],
      );
      reached.push(BigInt(String(row?.sessions)));
    }
    const where = `${inSlice} and kind = 'goals'`;
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
    return [...(start ? [null] : []), ...steps].map((goalKey, i) => {
      const parts = divideRounded((reached[i] ?? 0n) * 10n ** 6n, reached[0] ?? 0n);
      const conversion = parts === null ? null : Number(parts) / 1e6;
      return { goalKey, sessions: Number(reached[i]), conversion };
    });
  }

  /** The groups with records that meet the condition, with their sums. */
  async #find(
    { span, conditions, removed }: Facts,
    { dimension, metadataKey }: Pick<GroupsPart, 'dimension' | 'metadataKey'>,
    condition: string,
  ) {
    const rows = await this.#rows(
      `select ${valueSql(dimension, metadataKey)} as key, ${sumsSql} from facts
       where ${[...conditions, inSpan].join(' and ')} group by 1 having ${condition}`,
      [span.from, span.to],
    );
    const lacking = without(removed, dimension);
    return rows.map((row) => {
      const key = row.key as string | null;
      return { key, sums: toSums(row), removed: key === null ? removed : lacking };
    });
  }

  async #groups(facts: Facts, parent: Facts | undefined, part: GroupsPart): Promise<Group[]> {
    const { dimension, metadataKey, orderBy, first, offset = 0, having, whole } = part;
    const value = valueSql(dimension, metadataKey);
    const spanBefore = await this.#spanBefore(facts, part.previous ?? {});
    const now = await this.#find(facts, part, groupCondition(part));
    const nothing = toSums((await this.#rows(`select ${sumsSql} from facts where false`, []))[0] ?? {});
    // A group of the window before is listed, too, where that is asked for; its sums are those of this window.
    const before = await this.#find({ ...facts, span: spanBefore }, part, groupCondition(part));
    const earlier = part.previous || orderBy.by === 'change' ? before : [];
    const lacking = without(facts.removed, dimension);
    const all = [
      ...now,
      ...earlier
        .filter(({ key }) => now.every((group) => group.key !== key))
        .map((group) => ({ ...group, sums: nothing })),
    ].filter(({ sums, removed }) => !having || isWithin(having, unitsOf(having.measure, sums, { removed })));
    const inGroup = (key: string | null) => ({
      ...facts,
      conditions: [...facts.conditions, isOneOf(value, [key])],
    });
    const orderOf = async ({ key, sums, removed }: (typeof all)[number]) => {
      const { measure, by, spread } = orderBy;
      if (spread) return (await this.#figures(inGroup(key), spread))?.[spread.figure] ?? null;
      if (measure === undefined || measure === 'key') return null;
      if (by !== 'change') return unitsOf(measure, sums, { removed }).units;
      const sumsBefore = await this.#sums({ ...inGroup(key), span: spanBefore });
      return changeOf(measure, [sums, { removed }], [sumsBefore, { removed }]).units;
    };
    const ordered = await Promise.all(all.map(async (group) => ({ ...group, by: await orderOf(group) })));
    const keys = ordered.toSorted(byOrder(orderBy)).map(({ key }) => key);
    const shown = keys.slice(offset, offset + first);
    const rest = keys.filter((key) => !shown.includes(key));
    const groups: Group[] = [];
    const add = async (group: Omit<Group, keyof Slice>, condition: string, isAbsent: boolean) => {
      const removed = isAbsent ? facts.removed : lacking;
      const inside = { ...facts, conditions: [...facts.conditions, condition], removed };
      const slice = await this.#slice(inside, facts, part);
      const compared =
        whole && comparisonOf(whole, await this.#place(inside, facts), await this.#place(facts, parent));
      groups.push({ ...group, ...slice, ...(compared && { whole: compared }) });
    };
    for (const key of shown) {
      const label = key === null ? null : await this.#label(dimension, key);
      await add({ key, label, isOther: false }, isOneOf(value, [key]), key === null);
    }
    if (rest.length > 0) {
      const others = { key: null, label: null, isOther: true };
      // Groups that the condition leaves out are in no rest.
      if (having) await add(others, isOneOf(value, rest), rest.includes(null));
      else await add(others, `not ${isOneOf(value, shown)}`, !shown.includes(null));
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
