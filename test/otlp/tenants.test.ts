import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { eventsOf, newSpanId, newTraceId, sendOtlp, tool, tracesRequest, withUsage } from './otlp-client.ts';

const gateway = useGateway();

/** Two accounts whose spans have the same ids, as after copying a trace. */
async function twoAccounts() {
  const [{ token: mine }, { token: others }] = await Promise.all([mintKey(), mintKey()]);
  const traceId = newTraceId();
  const span = (
    spanId: string,
    parentSpanId: string | undefined,
    attributes: Record<string, string | number>,
  ) => ({
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    attributes,
  });
  const send = async (token: string, ...spans: ReturnType<typeof span>[]) =>
    expect(await sendOtlp(gateway.url, token, { body: tracesRequest(spans) })).toMatchObject({ status: 200 });
  const eventsWhen = async (token: string, count: number) => {
    await waitUntil('the events are there', async () => (await eventsOf(gateway.url, token)).length >= count);
    return eventsOf(gateway.url, token);
  };
  return { mine, others, span, send, eventsWhen };
}

const secret = {
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': 'theirs',
  'session.id': 'theirs',
};

test.concurrent('the ancestor of another account, known before, names nothing and completes nothing', async () => {
  const { mine, others, span, send, eventsWhen } = await twoAccounts();
  const [root, call] = [newSpanId(), newSpanId()];
  await send(others, span(root, undefined, secret));
  await send(mine, span(call, root, withUsage));
  expect(await eventsOf(gateway.url, mine)).toEqual([]);
  expect(await eventsWhen(mine, 1)).toMatchObject([{ agentKey: null, sessionKey: null, version: 1 }]);
});

test.concurrent('the ancestor of another account that comes later names nothing and completes nothing', async () => {
  const { mine, others, span, send, eventsWhen } = await twoAccounts();
  const [root, call, deeper] = [newSpanId(), newSpanId(), newSpanId()];
  await send(mine, span(call, root, tool), span(deeper, call, withUsage));
  await send(others, span(root, undefined, secret));
  expect(await eventsOf(gateway.url, mine)).toEqual([]);
  const events = await eventsWhen(mine, 2);
  expect(events).toMatchObject([
    { agentKey: null, version: 1 },
    { agentKey: null, version: 1 },
  ]);
  expect(await eventsOf(gateway.url, others)).toEqual([]);
});

test.concurrent('a call of another account, around or within, is another call', async () => {
  const { mine, others, span, send, eventsWhen } = await twoAccounts();
  const [outer, inner] = [newSpanId(), newSpanId()];
  await send(others, span(outer, undefined, withUsage));
  await send(mine, span(inner, outer, withUsage));
  await send(mine, span(outer, undefined, secret));
  expect(await eventsWhen(mine, 1)).toMatchObject([{ spanId: inner, agentKey: 'theirs' }]);
  expect(await eventsOf(gateway.url, others)).toMatchObject([{ spanId: outer }]);
});

// At once for what is read together, one after the other for what is finished together.
test.concurrent.each([0, 1_500])(
  'what waits is recorded for its own account alone, %d ms apart',
  async (apart) => {
    const { mine, others, span, send, eventsWhen } = await twoAccounts();
    const [parent, shared, own, theirs] = [newSpanId(), newSpanId(), newSpanId(), newSpanId()];
    const usage = (tokens: number) => ({ ...withUsage, 'gen_ai.usage.input_tokens': tokens });
    await send(mine, span(shared, parent, usage(1)), span(own, parent, usage(2)));
    await new Promise((resolve) => setTimeout(resolve, apart));
    await send(others, span(shared, parent, usage(3)), span(theirs, parent, usage(4)));
    for (const token of [mine, others]) await eventsWhen(token, 2);
    const tokensOf = async (token: string) =>
      (await eventsOf(gateway.url, token)).map(({ inputTokens }) => Number(inputTokens)).sort();
    expect(await tokensOf(mine)).toEqual([1, 2]);
    expect(await tokensOf(others)).toEqual([3, 4]);
  },
);
