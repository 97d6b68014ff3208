import {
  exportRecords,
  type Operation,
  operations,
  product,
  recordKinds,
  relationsOf,
  type Service,
  sessionsOfEach,
  timelineOfEach,
} from '@outturn/service';
import { Client } from 'pg';
import { untyped } from '../drivers/driver.ts';

export type SentStatement = { name: string; text: string; values: unknown[] };
export type Caller = { service: Service; principal: Parameters<Service['execute']>[1]['principal'] };

/** The end of `rowById`, `rowByKey` and look-ups of MikroORM. */
const lookup = /order by (t|"\w+")\."?(id|key)"?( asc)? limit/;

/** The statements with look-ups that calls of all operations send, each once. */
export function captureLookups(caller: Caller): Promise<SentStatement[]> {
  return captureStatements(
    ({ text }) => lookup.test(text),
    () => callAll(caller),
  );
}

/** The statements of a kind that this process sends meanwhile, each once. */
export async function captureStatements(
  isWanted: (statement: SentStatement) => boolean,
  meanwhile: () => Promise<void>,
): Promise<SentStatement[]> {
  const sent = new Map<string, SentStatement>();
  const { query } = Client.prototype;
  Client.prototype.query = untyped(function (
    this: Client,
    ...parts: [Partial<SentStatement> | string, unknown[]?]
  ) {
    const [statement, bound = []] = parts;
    const {
      name = '',
      text = '',
      values = bound,
    } = typeof statement === 'object' ? statement : { text: statement };
    const captured = { name, text, values };
    if (isWanted(captured)) sent.set(text, captured);
    return Reflect.apply(query, this, parts);
  });
  try {
    await meanwhile();
  } finally {
    Client.prototype.query = query;
  }
  return [...sent.values()];
}

/** New for each process, so that its key is looked up. */
const keys = { agentKey: 'a', customerKey: 'c', sessionKey: 's' };

async function callAll({ service, principal }: Caller): Promise<void> {
  const run = async (operation: object, input: object) => {
    const { output } = await service.execute(
      untyped<Operation>(operation),
      { principal, requestId: 'plans' },
      input,
    );
    return JSON.parse(output.text);
  };
  const { revenues, outcomes, goals, events, sessions, analytics } = operations;
  const goal = await run(goals.record, { goalKey: 'g', ...keys });
  const event = await run(events.record, { type: 'call', toolKey: 't', ...keys });
  const agent = await run(operations.agents.get, { key: keys.agentKey });
  const customer = await run(operations.customers.get, { key: keys.customerKey });
  // Rows that a record made are known by their ids.
  const tool = await run(operations.tools.create, { key: 'made before its first use' });
  await run(operations.tools.update, { key: tool.key, name: 'Tool' });
  const references = { goalId: goal.id, eventId: event.id, agentId: agent.id, customerId: customer.id };
  const recordedAt = '2026-01-01T00:00:00Z';
  const revenue = await run(revenues.record, { amount: '1', recordedAt, ...references });
  const outcome = await run(outcomes.record, { value: '1', goalId: goal.id, toolId: tool.id, ...keys });
  const ids: Record<string, string> = {
    revenues: revenue.id,
    outcomes: outcome.id,
    goals: goal.id,
    events: event.id,
  };

  const parents = [agent.id];
  for (const kind of recordKinds) {
    const { list, get } = kind.operations;
    const { ofEach, many } = relationsOf(kind);
    await run(get, { id: ids[kind.name] });
    await run(many, { names: [ids[kind.name]] });
    for (const sort of ['-id', 'id', kind.time.field, `-${kind.time.field}`]) {
      await run(list, { sort });
      await run(list, { sort, agentKey: 'unknown' });
      await run(ofEach, { parent: 'agents', ids: parents, sort });
    }
    for await (const _ of exportRecords(service.database, { developerId: principal.developerId, kind }));
  }
  const session = await run(sessions.get, { key: keys.sessionKey });
  await run(timelineOfEach(recordKinds), { ids: [session.id] });
  await run(sessions.list, {});
  await run(sessions.list, { agentKey: keys.agentKey, customerKey: keys.customerKey });
  await run(sessionsOfEach, { parent: 'agents', ids: parents });
  await run(product.dimensions.at(-1)?.many as never, { names: [keys.sessionKey] });

  const window = { from: '2025-01-01', to: '2030-01-01' };
  for (const [dimension, { hasKey }] of product.analytics.dimensions) {
    const named = { dimension, ...(hasKey && { metadataKey: 'tier' }) };
    for (const orderBy of [{ measure: 'key' }, { measure: 'revenue' }])
      await run(analytics.slice, {
        window,
        by: { groups: { ...named, orderBy, totals: ['revenue', 'cost'] } },
      });
    const condition = hasKey ? [{ key: 'tier', isNull: true }] : { isNull: true };
    for (const measure of ['margin', 'value', 'goals'])
      await run(analytics.records, { window, where: { [dimension]: condition }, measure });
  }
}
