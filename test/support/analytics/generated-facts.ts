import { Agent } from 'node:http';
import fc from 'fast-check';
import { giveValues } from '../load/account.ts';
import type { Fact } from '../load/facts.ts';
import { type Result, routes } from '../load/routes.ts';
import { instantNear, type Scene } from './scenes.ts';
import {
  amount,
  described,
  maybe,
  metadataKeys,
  metadataValues,
  modelPrice,
  vocabulary,
} from './vocabulary.ts';

type Kind = Fact['kind'];
/** `goal`, `event` and `revenue` are indexes into the facts before it, for revenues, outcomes and refunds. */
export type LinkedFact = {
  kind: Kind | 'refunds';
  input: Record<string, unknown>;
  goal?: number;
  event?: number;
  revenue?: number;
  /** A correction of the event, without its id. */
  correction?: Record<string, unknown>;
};

const key = (keys: readonly string[]) => maybe(fc.constantFrom(...keys));
const link = maybe(fc.nat({ max: 30 }));
const metadata = maybe(
  fc.dictionary(fc.constantFrom(...metadataKeys), fc.constantFrom<unknown>(...metadataValues)),
);

const tokens = fc.oneof(fc.nat({ max: 2_000 }), fc.constantFrom(0, 1, 1_000, 1_001, 10 ** 12));
/** The tokens of a call: parts are at most their whole. */
const usage = fc
  .record({
    input: maybe(tokens),
    output: maybe(tokens),
    parts: fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 }), fc.nat({ max: 4 }), fc.nat({ max: 4 })),
    hasParts: fc.boolean(),
  })
  .map(({ input, output, parts: [read, write, hour, reasoning], hasParts }) => {
    const part = (whole: number, quarters: number) => Math.floor((whole * quarters) / 4);
    const inputParts = (whole: number) => {
      const cacheReadTokens = part(whole, read);
      const cacheWriteTokens = part(whole - cacheReadTokens, write);
      return { cacheReadTokens, cacheWriteTokens, cacheWrite1hTokens: part(cacheWriteTokens, hour) };
    };
    return {
      inputTokens: input,
      outputTokens: output,
      ...(hasParts && input !== undefined && inputParts(input)),
      ...(hasParts && output !== undefined && { reasoningTokens: part(output, reasoning) }),
    };
  });

/** Some are refused, because they change nothing or leave a part without its whole. */
const correction = fc
  .oneof(
    fc.constant(undefined),
    fc.record({ cost: fc.oneof(amount, fc.constant(null)) }),
    fc.record({ model: fc.constantFrom(...vocabulary.model, null) }),
    fc.record({ inputTokens: fc.oneof(tokens, fc.constant(null)) }),
    fc.record({ isError: fc.constantFrom(true, false, null) }),
  )
  .map((changes) => ({ ...(changes ? { action: 'amend', changes } : { action: 'void' }), reason: 'test' }));

/** A record of any kind around a day. Optional times are always set, since now is no part of a window. */
export function factNear(scene: Scene): fc.Arbitrary<LinkedFact> {
  const time = instantNear(scene);
  const names = {
    agentKey: key(vocabulary.agent),
    customerKey: key(vocabulary.customer),
    sessionKey: key(vocabulary.session),
  };
  const ofKind = (kind: Kind, input: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record({ kind: fc.constant(kind), input: fc.record({ ...input, ...names }) });
  const tool = key(vocabulary.tool);
  return fc.oneof(
    ofKind('revenues', { amount, recordedAt: time, source: key(vocabulary.source), metadata }).chain((fact) =>
      fc.record({ ...constant(fact), goal: link, event: link }),
    ),
    // Some are refused, because they exceed what remains.
    fc.record({
      kind: fc.constant('refunds'),
      input: fc.record({ amount: maybe(fc.constantFrom('0.000000001', '1', '0.5')), recordedAt: time }),
      revenue: fc.nat({ max: 30 }),
    }),
    ofKind('outcomes', { value: amount, generatedAt: time, toolKey: tool, metadata }).chain((fact) =>
      fc.record({ ...constant(fact), goal: link }),
    ),
    // Some share an instant, for funnels.
    ofKind('goals', {
      goalKey: fc.constantFrom(...vocabulary.goalType),
      achievedAt: fc.oneof(time, fc.constant(`${scene.day}T12:00:00.000Z`)),
      metadata,
    }),
    ofKind('events', {
      type: fc.constantFrom(...vocabulary.eventType),
      cost: maybe(amount),
      toolKey: tool,
      model: key(vocabulary.model),
      provider: key(vocabulary.provider),
      isError: maybe(fc.boolean()),
      durationMs: maybe(fc.nat({ max: 90_000 })),
      occurredAt: time,
      metadata,
    }).chain(({ kind, input }) =>
      fc.record({
        kind: fc.constant(kind),
        input: usage.map((counts) => ({ ...input, ...counts })),
        correction: fc.option(correction, { nil: undefined, freq: 3 }),
      }),
    ),
  ) as fc.Arbitrary<LinkedFact>;
}

const constant = (fact: LinkedFact) => ({ kind: fc.constant(fact.kind), input: fc.constant(fact.input) });

const agent = new Agent({ keepAlive: true });

/** Creates agents, customers, goal types, tools and a price, then records all facts as clients do. */
export async function recordAll(
  url: string,
  account: { token: string; developerId: string },
  facts: readonly LinkedFact[],
): Promise<void> {
  const { token } = account;
  await giveValues(url, account);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (const [group, list] of Object.entries(described)) {
    for (const one of list) {
      const { status } = await fetch(`${url}/v1/${group}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(one),
      });
      if (status !== 201) throw new Error(`creating ${one.key} of ${group} answered ${status}`);
    }
  }
  const priced = await fetch(`${url}/v1/prices`, {
    method: 'POST',
    headers,
    body: JSON.stringify(modelPrice),
  });
  if (priced.status !== 201) throw new Error(`creating a price answered ${priced.status}`);
  const ids = new Map<Kind, string[]>();
  for (const kind of ['goals', 'events', 'outcomes', 'revenues'] as const) {
    const pick = (of: Kind, index: number | undefined) => {
      const all = ids.get(of) ?? [];
      return index === undefined || all.length === 0 ? undefined : all[index % all.length];
    };
    const items = facts
      .filter((fact) => fact.kind === kind)
      .map(({ input, goal, event }, i) => ({
        key: `key-of-${kind}:${i}`,
        fact: { kind, input: { ...input, goalId: pick('goals', goal), eventId: pick('events', event) } },
      }));
    if (items.length === 0) continue;
    ids.set(kind, (await routes.restBatch.send({ url, token, agent }, items)).map(idOf));
  }
  const corrections = facts
    .filter(({ kind }) => kind === 'events')
    .flatMap(({ correction }, i) => (correction ? [{ ...correction, id: ids.get('events')?.[i] }] : []));
  if (corrections.length > 0) {
    const body = JSON.stringify(corrections);
    const { status } = await fetch(`${url}/v1/events/corrections/batch`, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`correcting answered ${status}`);
  }
  const revenues = ids.get('revenues') ?? [];
  const refunds = facts.flatMap(({ kind, input, revenue = 0 }) =>
    kind === 'refunds' && revenues.length > 0
      ? [{ ...input, revenueId: revenues[revenue % revenues.length] }]
      : [],
  );
  if (refunds.length === 0) return;
  const body = JSON.stringify(refunds);
  const { status } = await fetch(`${url}/v1/revenues/refunds/batch`, { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`refunding answered ${status}`);
}

function idOf(result: Result): string {
  if (result.status === 'created') return result.id;
  throw new Error(`not recorded: ${JSON.stringify(result)}`);
}
