import { agents } from '../catalogue/agents.ts';
import { customers } from '../catalogue/customers.ts';
import { sessions } from '../catalogue/sessions/sessions.ts';
import { chooseSources, type Question } from './choose-source.ts';
import type { Placement } from './levels.ts';
import { type DistinctMeasure, distinctIn, type Measure } from './measures.ts';
import { memberRows } from './member-rows.ts';
import { absent } from './row-keys.ts';
import { sumRows } from './row-sql.ts';
import { byKey } from './slice-dimensions.ts';
import type { StatementDraft } from './statement-draft.ts';

/** The members that a measure counts, and the code of its counts among sums: negative, unlike the codes of kinds. */
const counted = {
  sessions: { fact: -1, of: sessions },
  agents: { fact: -2, of: agents },
  customers: { fact: -3, of: customers },
} as const satisfies Record<DistinctMeasure, object>;

/** How many different members one measure counts, read from rollups where they have the members beside the rest of the question. */
export type DistinctCount = {
  name: DistinctMeasure;
  /** That of the figures, of all kinds, and by the member as well. */
  question: Question;
  sources: ReturnType<typeof chooseSources>;
};

export function distinctCounts(names: readonly Measure[], question: Question): DistinctCount[] {
  return distinctIn(names).map((name) => {
    const path = [...question.path, { dimension: byKey(counted[name].of) }];
    const ofMembers = { ...question, path, kinds: question.registry.all, columns: [] };
    return { name, question: ofMembers, sources: chooseSources(ofMembers) };
  });
}

/** SQL of rows (b, …columns of the placement, fact, id), each once. */
export function distinctRows(
  counts: readonly DistinctCount[],
  place: Placement,
  draft: StatementDraft,
): string {
  const selects = counts.map(({ name, question, sources }) => {
    const member = { name: 'id', type: 'uuid' as const, sql: `r.k${question.path.length - 1}` };
    const withMember = { ...place, columns: [...place.columns, member] };
    const columns = withMember.columns.map((column) => `${column.sql} as ${column.name}`).join(', ');
    const names = withMember.columns.map((column) => column.name).join(', ');
    const inRollups = new Map([...sources].filter(([, { of }]) => of !== 'records'));
    const inRecords = [...sources.keys()].filter((kind) => !inRollups.has(kind));
    const parts = [
      `select b, ${columns} from (${memberRows(question, inRecords, draft)}) r ${place.joins}`,
      // Corrections at edges may leave members without records.
      ...(inRollups.size > 0
        ? [
            `select b, ${names} from (${sumRows(question, inRollups, withMember, draft)}) s
              where id <> '${absent.uuid}' group by b, ${names} having sum(count) > 0`,
          ]
        : []),
    ];
    return `select distinct b, ${names}, ${counted[name].fact}::smallint as fact from (${parts.join('\nunion all\n')}) d`;
  });
  return selects.join('\nunion all\n');
}

/** SQL of the count of a measure among rows (fact, count). */
export function distinctSql(name: DistinctMeasure): string {
  return `coalesce(sum(count) filter (where fact = ${counted[name].fact}), 0) as ${name}`;
}

/** SQL of the count of a measure among rows (fact, id), where a member may be in several. */
export function distinctAgainSql(name: DistinctMeasure): string {
  return `count(distinct id) filter (where fact = ${counted[name].fact}) as ${name}`;
}
