import { Agent } from 'node:http';
import fc from 'fast-check';
import { giveValues } from '../load/account.ts';
import type { Fact } from '../load/facts.ts';
import { type Result, routes } from '../load/routes.ts';
import { instantNear, type Scene } from './scenes.ts';
import { amount, described, maybe, metadataKeys, metadataValues, vocabulary } from './vocabulary.ts';

type Kind = Fact['kind'];
/** `goal` and `event` are indexes into the facts before it, for revenues and outcomes. */
export type LinkedFact = { kind: Kind; input: Record<string, unknown>; goal?: number; event?: number };

const key = (keys: readonly string[]) => maybe(fc.constantFrom(...keys));
const link = maybe(fc.nat({ max: 30 }));
const metadata = maybe(
  fc.dictionary(fc.constantFrom(...metadataKeys), fc.constantFrom<unknown>(...metadataValues)),
);

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
    ofKind('revenues', { amount, recordedAt: time, source: key(vocabulary.source) }).chain((fact) =>
      fc.record({ ...constant(fact), goal: link, event: link }),
    ),
    ofKind('outcomes', { value: amount, generatedAt: time, toolKey: tool }).chain((fact) =>
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
      occurredAt: time,
      metadata,
    }),
  ) as fc.Arbitrary<LinkedFact>;
}

const constant = (fact: LinkedFact) => ({ kind: fc.constant(fact.kind), input: fc.constant(fact.input) });

const agent = new Agent({ keepAlive: true });

/** Creates agents, customers, goal types and tools, then records all facts as clients do. */
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
}

function idOf(result: Result): string {
  if (result.status === 'created') return result.id;
  throw new Error(`not recorded: ${JSON.stringify(result)}`);
}
