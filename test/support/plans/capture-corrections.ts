import { type Operation, operations } from '@outturn/service';
import { readSteps } from '../../../packages/service/src/ledger/repricing/read-steps.ts';
import { untyped } from '../drivers/driver.ts';
import { waitUntil } from '../load/wait-until.ts';
import { type Caller, captureStatements, type SentStatement } from './capture-statements.ts';

const recordedAt = '2026-01-01T00:00:00Z';
const keys = { agentKey: 'a', customerKey: 'c', sessionKey: 's' };

/**
 * The statements that look for records or change them while records of all kinds are corrected and refunded, and events
 * repriced, each once.
 */
export function captureCorrections(caller: Caller): Promise<SentStatement[]> {
  return captureStatements(
    ({ text }) => /(_past|corrections|lateral|given|repricings t)\b/.test(text),
    () => correctAll(caller),
  );
}

/** A way to call operations that returns their outputs. */
function runner({ service, principal }: Caller) {
  return async (operation: object, input: object) => {
    const { output } = await service.execute(
      untyped<Operation>(operation),
      { principal, requestId: 'plans' },
      input,
    );
    return JSON.parse(output.text);
  };
}

const january = { from: recordedAt, to: '2026-02-01T00:00:00Z' };

/** Records a call before its model has a price, reprices it, undoes that, and reads what followers and questions read. */
export async function repriceAll(caller: Caller): Promise<void> {
  const run = runner(caller);
  const { prices, settings, events, analytics } = operations;
  const call = { type: 'llm.call', model: 'plans-model', inputTokens: 1, occurredAt: recordedAt };
  await run(events.record, { ...call, ...keys });
  const price = { model: 'plans-model', effectiveFrom: recordedAt, input: '1' };
  const { id } = await run(prices.create, price);
  await run(events.record, call);
  await run(prices.find, { model: 'plans-model', at: recordedAt });
  await run(prices.list, {});
  await run(prices.list, { provider: 'p', model: 'plans' });
  await run(prices.reprice, { ...january, dryRun: true });
  const end = async (runId: string) => {
    const isDone = async () => (await run(prices.getRepricing, { id: runId })).state === 'done';
    await waitUntil('the run has ended', isDone);
  };
  const repricing = await run(prices.reprice, january);
  await end(repricing.id);
  await run(operations.corrections.list, {});
  await end((await run(prices.revertRepricing, { id: repricing.id })).id);
  await readSteps(caller.service.database, caller.principal.developerId, [repricing.id]);
  const window = { from: '2026-01-01', to: '2026-02-01' };
  await run(analytics.slice, { window, totals: ['unpricedEvents'] });
  await run(analytics.slice, { window, totals: ['inputTokens'] });
  await run(settings.get, {});
  await run(settings.update, { computeCosts: true });
  await run(prices.delete, { id });
}

async function correctAll(caller: Caller): Promise<void> {
  const run = runner(caller);
  await repriceAll(caller);
  await run(operations.goalTypes.create, { key: 'valued', value: '5' });
  await run(operations.tools.create, { key: 'valued', value: '5' });
  const inputs = {
    revenues: { amount: '1', recordedAt },
    outcomes: { value: '1' },
    goals: { goalKey: 'valued' },
    events: { type: 'call', toolKey: 'valued' },
  };
  const reason = 'a mistake';
  for (const [name, input] of Object.entries(inputs)) {
    const { record, correct, history, get } = operations[name as keyof typeof inputs];
    const { id } = await run(record, { ...input, ...keys });
    await run(correct, { id, action: 'amend', changes: { agentKey: 'another' }, reason });
    await run(correct, { id, action: 'void', reason });
    await run(get, { id });
    await run(correct, { id, action: 'restore', reason });
    await run(history, { id });
    await run(operations.corrections.list, { recordId: id });
  }
  const { record, refund, refundBatch, correct, get } = operations.revenues;
  const original = await run(record, { ...inputs.revenues, key: 'refunded' });
  const { id } = await run(refund, { id: original.id, amount: '0.5', recordedAt });
  await run(refundBatch, [
    { revenueKey: 'refunded', amount: '0.1', recordedAt, key: 'refund' },
    { revenueId: original.id, amount: '0.1', recordedAt, idempotencyKey: 'refund' },
  ]);
  await run(correct, { id, action: 'amend', changes: { amount: '-0.4' }, reason });
  await run(correct, { id, action: 'void', reason });
  await run(correct, { id, action: 'restore', reason });
  await run(get, { id });
}
