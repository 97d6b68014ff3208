import type { InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { databaseTime } from '../base/clock.ts';
import { fromUnits, toUnits } from '../base/decimal-units.ts';
import { invalidRequest, OutturnError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { requireScope } from '../base/principal.ts';
import { notify } from '../database/notify.ts';
import { CorrectionEntity } from '../ledger/correcting/correction.entity.ts';
import { authorOf, authors, runActions } from '../ledger/correcting/pending-correction.ts';
import { REPRICINGS_CHANNEL } from '../ledger/repricing/repricer.ts';
import { RepricingEntity } from '../ledger/repricing/repricing.entity.ts';
import { type CommandContext, defineCommand, defineQuery } from '../operations/define.ts';
import { ByRunId, RepriceInput, Repricing, RevertRepricingInput } from './repricing.schema.ts';

/** Repricing writes corrections. */
const CORRECTING = 'corrections:write';

export const repriceEvents = defineCommand({
  name: 'prices.reprice',
  summary: 'Reprice events of the past',
  description:
    'Gives events the costs of the prices of now, but for costs that were reported. It begins a run, or answers what a run would change with `dryRun`. The key also needs the scope `corrections:write`.',
  scope: 'prices:write',
  rest: { method: 'post', path: '/prices/reprice' },
  graphql: { mutation: 'repriceEvents' },
  input: RepriceInput,
  output: Repricing,
  errors: ['Question Too Large'],
  isCreated: ({ id }) => id !== null,
  changesNothing: ({ dryRun }) => dryRun === true,
  async run(context, { from, to, dryRun, reason, model = null, provider = null }) {
    requireRights(context, 'from');
    const { developerId } = context.principal;
    await context.repricer.requireComputing(developerId);
    if (from >= to) throw invalidRequest([{ field: 'to', message: 'must be after from' }]);
    const scope = { from, to, model: model ?? null, provider: provider ?? null };
    if (dryRun) {
      const figures = await context.questions.withPermit(developerId, () =>
        context.repricer.preview(developerId, scope),
      );
      return { id: null, state: 'dryRun' as const, revertsId: null, ...scope, ...figures, ...notRun };
    }
    return begin(context, { ...scope, revertsId: null, reason: reason ?? 'Repriced' });
  },
});

const notRun = { keptEvents: 0, createdAt: null, finishedAt: null };

export const revertRepricing = defineCommand({
  name: 'prices.revertRepricing',
  summary: 'Undo a run of repricing',
  description:
    'Gives each event its cost of before the run, but for those that were corrected since, which it counts. The key also needs the scope `corrections:write`.',
  scope: 'prices:write',
  rest: { method: 'post', path: '/prices/reprice/{id}/revert', status: 201 },
  graphql: { mutation: 'revertRepricing' },
  input: RevertRepricingInput,
  output: Repricing,
  errors: ['Not Found'],
  async run(context, { id, reason }) {
    requireRights(context, 'id');
    const { em, principal } = context;
    const { developerId } = principal;
    await lockRuns(em, developerId);
    const run = await em.findOne(RepricingEntity, { developerId, id });
    if (!run) throw new OutturnError('Not Found');
    if (run.revertsId) throw invalidRequest([{ field: 'id', message: 'is that of a revert' }]);
    if (await em.count(RepricingEntity, { developerId, revertsId: id, state: { $ne: 'failed' } }))
      throw invalidRequest([{ field: 'id', message: 'is that of a run that was reverted before' }]);
    const { fromAt, toAt, model = null, provider = null } = run;
    return begin(context, {
      from: fromAt.toISOString(),
      to: toAt.toISOString(),
      model,
      provider,
      revertsId: id,
      reason: reason ?? 'Repricing reverted',
    });
  },
});

export const getRepricing = defineQuery({
  name: 'prices.getRepricing',
  summary: 'Retrieve a run of repricing',
  scope: 'prices:read',
  rest: { method: 'get', path: '/prices/reprice/{id}' },
  graphql: { query: 'repricing' },
  input: ByRunId,
  output: Repricing,
  errors: ['Not Found'],
  async run({ database, principal: { developerId } }, { id }) {
    const run = await database.fork().findOne(RepricingEntity, { developerId, id });
    if (!run) throw new OutturnError('Not Found');
    return toRepricing(run);
  },
});

/** `field` is the one to which a refusal of the call as a whole belongs. */
function requireRights({ principal, repricer }: CommandContext, field: string): void {
  requireScope(principal, CORRECTING);
  if (repricer.refusal) throw invalidRequest([{ field, message: repricer.refusal }]);
}

type Begun = {
  from: string;
  to: string;
  model: string | null;
  provider: string | null;
  revertsId: string | null;
  reason: string;
};

/** The run, and its entry in the list of corrections. Gateways begin when the transaction commits. */
async function begin(
  { em, principal, repricer }: CommandContext,
  { from, to, ...run }: Begun,
): Promise<Repricing> {
  const { developerId } = principal;
  await lockRuns(em, developerId);
  if (await em.count(RepricingEntity, { developerId, state: 'running' }))
    throw invalidRequest([
      {
        field: run.revertsId === null ? 'from' : 'id',
        message: 'must wait: another run of this account has not ended',
      },
    ]);
  const author = authorOf(principal);
  const createdAt = new Date(databaseTime());
  const [id, byKind, byId] = [newId(), authors[author.kind], author.id];
  const created = em.create(RepricingEntity, {
    ...{ developerId, id, ...run, byKind, byId, state: 'running' as const },
    ...{ fromAt: new Date(from), toAt: new Date(to), afterAt: null, afterId: null, finishedAt: null },
    ...{ events: 0n, unpricedBefore: 0n, oldCost: '0', newCost: '0', keptEvents: 0n },
    createdAt,
  });
  const action = run.revertsId === null ? runActions.reprice : runActions.revert;
  em.create(CorrectionEntity, {
    ...{ developerId, id, fact: repricer.fact, recordId: id, version: 1, action, reason: run.reason },
    ...{ causeId: null, runId: null, byKind, byId, createdAt },
  });
  await em.flush();
  await notify(em, REPRICINGS_CHANNEL, id);
  return toRepricing(created);
}

/** One run of a developer begins at a time. */
async function lockRuns(em: EntityManager, developerId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`repricings ${developerId}`]);
}

function toRepricing(run: InferEntity<typeof RepricingEntity>): Repricing {
  const shown = (amount: string) => fromUnits(toUnits(amount));
  return {
    id: run.id,
    state: run.state,
    revertsId: run.revertsId ?? null,
    from: run.fromAt.toISOString(),
    to: run.toAt.toISOString(),
    model: run.model ?? null,
    provider: run.provider ?? null,
    events: Number(run.events),
    unpricedBefore: Number(run.unpricedBefore),
    oldCost: shown(run.oldCost),
    newCost: shown(run.newCost),
    keptEvents: Number(run.keptEvents),
    createdAt: run.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  };
}
