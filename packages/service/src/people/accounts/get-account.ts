import { databaseTime } from '../../base/clock.ts';
import { ACCOUNT_SCOPE } from '../../base/scopes.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import { defineQuery } from '../../operations/define.ts';
import { deltaRollups } from '../../rollups/rollup-deltas.ts';
import { cuts, grains, NIL_UUID, rollups } from '../../rollups/rollup-sql.ts';
import { NoInput } from '../../schema/no-input.ts';
import { Account } from './account.schema.ts';
import { callingUser, showDeveloper } from './calling-user.ts';

export const getAccount = defineQuery({
  name: 'account.get',
  summary: 'Retrieve the account: who is signed in, its plan, limits and usage',
  scope: ACCOUNT_SCOPE,
  withoutMount: 'The dashboard alone serves accounts.',
  input: NoInput,
  output: Account,
  async run({ database, kinds, planLimits, principal }) {
    const em = database.fork();
    const { id, email, name } = await callingUser(em, principal);
    const developer = await showDeveloper(em, principal.developerId);
    const now = new Date(databaseTime());
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
    const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
    const rows = await database.quick(
      'usage_of_month',
      `select fact, sum(count) from (
         select fact, cut, grain, bucket, key, count from ${rollups} where developer_id = $1
         union all select fact, cut, grain, bucket, key, count from ${deltaRollups(['whole'])} deltas) x
       where cut = $2 and grain = $3 and bucket >= $4 and bucket < $5 and key = $6 group by fact`,
      [developer.id, cuts.whole, grains.day, from.toISOString(), to.toISOString(), NIL_UUID],
    );
    const counts = new Map(rows.map(([fact, count]) => [Number(fact), Number(count)]));
    const countOf = ({ facts }: RecordKind) => facts.reduce((sum, fact) => sum + (counts.get(fact) ?? 0), 0);
    return {
      user: { id, email, name },
      developer,
      limits: { requestsPerMinute: developer.plan === 'unlimited' ? null : planLimits[developer.plan] },
      usage: {
        month: from.toISOString().slice(0, 7),
        from: from.toISOString(),
        records: Object.fromEntries(kinds.all.map((kind) => [kind.name, countOf(kind)])),
      },
    };
  },
});
