import { year } from './fill-year.ts';
import { inWindow } from './plain-sql.ts';
import type { Question } from './questions.ts';

const from = (table: string, time: string, more = '') =>
  `(select *${more} from ${table} where ${inWindow(time)}) r`;
const revenues = from('revenues', 'recorded_at');
const events = from('events', 'occurred_at');

/** The twenty agents of most revenue, and all others as one. */
const firstAgents = `a as (select agent_id, row_number() over (order by sum(v) desc) as n from s group by 1)`;
const agentOf = 'case when n <= 20 then agent_id end';

const monthly = 'series(every: MONTH) { start totals { revenue } }';
const customers = (selection: string) =>
  `by(dimension: AGENT) { key by(dimension: CUSTOMER) { key ${selection} } }`;

/** Questions that no rollup answers, as a developer would write them in SQL: the measure is the first column. */
const asked: Pick<Question, 'what' | 'selection' | 'sql' | 'measure'>[] = [
  {
    what: 'customers of 20 agents',
    selection: customers('totals { revenue }'),
    sql: `
      with s as materialized (select agent_id, customer_id, sum(amount) as v from ${revenues} group by 1, 2), ${firstAgents},
        t as (select ${agentOf} as agent, customer_id, sum(v) as v from s join a using (agent_id) group by 1, 2),
        ranked as (select *, row_number() over (partition by agent order by v desc) as n from t)
      select sum(v), agent, case when n <= 20 then customer_id end from ranked group by 2, 3`,
  },
  {
    what: 'customers of 20 agents by month',
    selection: customers(monthly),
    sql: `
      with s as materialized (
          select agent_id, customer_id, date_trunc('month', recorded_at) as month, sum(amount) as v from ${revenues} group by 1, 2, 3),
        ${firstAgents},
        t as materialized (
          select ${agentOf} as agent, customer_id, month, sum(v) as v from s join a using (agent_id) group by 1, 2, 3),
        ranked as (
          select agent, customer_id, row_number() over (partition by agent order by sum(v) desc) as n from t group by 1, 2)
      select sum(v), t.agent, case when n <= 20 then t.customer_id end, month
      from t join ranked r on r.agent is not distinct from t.agent and r.customer_id = t.customer_id group by 2, 3, 4`,
  },
  {
    what: 'cost by metadata, plan × region',
    measure: 'cost',
    selection: `by(dimension: METADATA, metadataKey: "plan") {
      key by(dimension: METADATA, metadataKey: "region") { key totals { cost } } }`,
    sql: `select sum(cost), metadata ->> 'plan', metadata ->> 'region' from ${events} group by 2, 3`,
  },
  {
    what: 'cost by model and week',
    measure: 'cost',
    selection: 'by(dimension: MODEL) { key series(every: WEEK) { start totals { cost } } }',
    sql: `select sum(cost), model, date_trunc('week', occurred_at) from ${events} group by 2, 3`,
  },
  {
    what: 'revenue of 20 agents by plan of the customer',
    selection:
      'by(dimension: AGENT) { key by(dimension: CUSTOMER_METADATA, metadataKey: "plan") { key totals { revenue } } }',
    sql: `
      with s as materialized (
          select r.agent_id, c.metadata ->> 'plan' as plan, sum(amount) as v
          from ${revenues} left join customers c on c.developer_id = $1 and c.id = r.customer_id group by 1, 2),
        ${firstAgents}
      select sum(v), ${agentOf}, plan from s join a using (agent_id) group by 2, 3`,
  },
  {
    what: 'revenue by goal type',
    selection: 'by(dimension: GOAL_TYPE) { key totals { revenue } }',
    sql: `
      select sum(amount), g.goal_type_id
      from ${revenues} left join goals g on g.developer_id = $1 and g.id = r.goal_id group by 2`,
  },
  {
    what: 'sessions by week',
    measure: 'sessions',
    selection: 'series(every: WEEK) { start totals { sessions } }',
    sql: `
      select count(distinct session_id), date_trunc('week', at) from (
        ${[
          ['revenues', 'recorded_at'],
          ['events', 'occurred_at'],
          ['goals', 'achieved_at'],
          ['outcomes', 'generated_at'],
        ]
          .map(
            ([table, time]) =>
              `select session_id, ${time} as at from ${table} where ${inWindow(String(time))}`,
          )
          .join(' union all ')}) r
      group by 2`,
  },
];

export const recordQuestions: readonly Question[] = asked.map((question) => ({
  ...question,
  timeZone: 'UTC',
  window: year,
  targets: { sql: 0.8 },
}));
