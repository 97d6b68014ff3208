import { describe, expectTypeOf, test } from 'vitest';
import {
  type Analytics,
  type ErrorCode,
  type Goal,
  type Groups,
  type List,
  type OperationId,
  Outturn,
  type OutturnApiError,
  type OutturnError,
  type Page,
  type Recorded,
  type RecorderFailure,
  type Revenue,
  type RevenueBatchResult,
  type Tool,
  usd,
} from './index.ts';

const outturn = new Outturn({ apiKey: 'ot_live_x', baseUrl: 'http://localhost:3000' });
const recordedAt = new Date();

test('every operation of the document is there, and no other', () => {
  type Mounted = { [Name in keyof Groups]: `${Name}.${keyof Groups[Name] & string}` }[keyof Groups];
  expectTypeOf<Mounted>().toEqualTypeOf<OperationId>();
});

describe('outputs', () => {
  test('have the types of the document', () => {
    const { revenues, tools, goalTypes } = outturn;
    expectTypeOf(revenues.record({ amount: '1', recordedAt })).toEqualTypeOf<Promise<Revenue>>();
    expectTypeOf(revenues.recordBatch([])).toEqualTypeOf<Promise<RevenueBatchResult>>();
    expectTypeOf(revenues.get('id')).toEqualTypeOf<Promise<Revenue>>();
    expectTypeOf(revenues.list()).toEqualTypeOf<List<Revenue>>();
    expectTypeOf(revenues.list().page()).toEqualTypeOf<Promise<Page<Revenue>>>();
    expectTypeOf(tools.update('key', { value: null })).toEqualTypeOf<Promise<Tool>>();
    expectTypeOf(goalTypes.delete('key')).toEqualTypeOf<Promise<undefined>>();
  });

  test('have null where fields can be null, and text for timestamps', () => {
    expectTypeOf<Revenue['amount']>().toEqualTypeOf<string>();
    expectTypeOf<Revenue['agentKey']>().toEqualTypeOf<string | null>();
    expectTypeOf<Revenue['recordedAt']>().toEqualTypeOf<string>();
    expectTypeOf<Tool['metadata']>().toEqualTypeOf<{ [key: string]: unknown } | null>();
  });

  test('discriminate batch results by status', async () => {
    const { results } = await outturn.revenues.recordBatch([]);
    for (const result of results) {
      if (result.status === 'rejected') expectTypeOf(result.error.code).toEqualTypeOf<ErrorCode>();
      else expectTypeOf(result.record).toEqualTypeOf<Revenue>();
    }
  });
});

describe('inputs', () => {
  test('need what is required, in the right type', () => {
    // @ts-expect-error recordedAt is missing
    void outturn.revenues.record({ amount: '1' });
    // @ts-expect-error an amount is text or a number
    void outturn.revenues.record({ amount: true, recordedAt });
    // @ts-expect-error a time is a Date or text
    void outturn.revenues.record({ amount: '1', recordedAt: 0 });
    // @ts-expect-error there is no such field
    void outturn.revenues.record({ amount: '1', recordedAt, agent: 'sales-bot' });
    // @ts-expect-error the key of one call is an option of the call
    void outturn.revenues.record({ amount: '1', recordedAt, idempotencyKey: 'a' });
    void outturn.revenues.recordBatch([{ amount: '1', recordedAt, idempotencyKey: 'a' }]);
    // @ts-expect-error a batch is a list
    void outturn.goals.recordBatch({ goalKey: 'signup' });
    // @ts-expect-error keys never change
    void outturn.agents.update('a', { key: 'b' });
  });

  test('take amounts as text, numbers and bigints', () => {
    void outturn.revenues.record({ amount: 1, recordedAt });
    void outturn.revenues.recordBatch([{ amount: 1n, recordedAt }]);
    void outturn.tools.update('crm.lookup', { value: 0.5 });
    // @ts-expect-error a count is a number
    void outturn.events.record({ type: 'llm.call', inputTokens: 1n });
    expectTypeOf(usd(1)).toEqualTypeOf<string>();
  });

  test('accept only the filters of their list', () => {
    outturn.revenues.list({ agentKey: 'a', recordedFrom: new Date(), sort: '-recordedAt', limit: 10 });
    // @ts-expect-error events are not sorted by the time of a revenue
    outturn.events.list({ sort: 'recordedAt' });
    // @ts-expect-error a limit is a number
    outturn.events.list({ limit: '10' });
    // @ts-expect-error agents have no filters
    outturn.agents.list({ agentKey: 'a' });
  });

  test('records are never changed, sessions never made', () => {
    // @ts-expect-error
    void outturn.revenues.delete;
    // @ts-expect-error
    void outturn.sessions.create;
  });

  test('only writes take an idempotency key', () => {
    void outturn.agents.delete('a', { idempotencyKey: 'k', signal: new AbortController().signal });
    // @ts-expect-error
    void outturn.agents.get('a', { idempotencyKey: 'k' });
  });

  test('a client needs to know where Outturn is', () => {
    // @ts-expect-error
    new Outturn({ apiKey: 'ot_live_x' });
  });
});

describe('the recorder', () => {
  const recorder = outturn.recorder();

  test('takes items of the kind, and answers with records of the kind', () => {
    expectTypeOf(recorder.record('revenues', { amount: '1', recordedAt })).toEqualTypeOf<
      Promise<Recorded<'revenues'>>
    >();
    void recorder.record('events', { type: 'llm.call', cost: 900 * 2.5e-6 });
    expectTypeOf<Recorded<'revenues'>['record']>().toEqualTypeOf<Revenue>();
    // @ts-expect-error that is an event
    void recorder.record('revenues', { type: 'llm.call' });
    // @ts-expect-error agents are not recorded
    void recorder.record('agents', { key: 'a' });
  });

  test('takes what has failed once more', () => {
    outturn.recorder({
      onError({ kind, item, error }) {
        expectTypeOf(error).toEqualTypeOf<unknown>();
        void recorder.record(kind, item);
      },
    });
    expectTypeOf<Extract<RecorderFailure, { kind: 'goals' }>['item']['goalKey']>().toEqualTypeOf<string>();
  });
});

describe('analytics and live', () => {
  test('a question needs a window, and has defaults', () => {
    const window = { from: '2026-01-01', to: new Date() };
    expectTypeOf(outturn.analytics({ window })).toEqualTypeOf<Promise<Analytics>>();
    const by = { agents: { dimension: 'agent', first: 3, totals: ['roi'] } } as const;
    void outturn.analytics({ window, where: { amount: { gte: 0.5 } }, totals: ['cost'] });
    expectTypeOf(by.agents.dimension).toExtend<'agent'>();
    // @ts-expect-error a question needs a window
    void outturn.analytics({ totals: ['cost'] });
    // @ts-expect-error there is no such measure
    void outturn.analytics({ window, totals: ['luck'] });
  });

  test('an answer has the types of its measures, also in groups of groups', () => {
    type Totals = NonNullable<Analytics['totals']>;
    expectTypeOf<Totals['revenue']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Totals['roi']>().toEqualTypeOf<number | null | undefined>();
    type Group = NonNullable<Analytics['by']>[string][number];
    expectTypeOf<NonNullable<Group['by']>[string][number]>().toEqualTypeOf<Group>();
  });

  test('records are discriminated by kind, and only the kinds asked for arrive', async () => {
    for await (const event of outturn.live({ kinds: ['goals'] })) {
      expectTypeOf(event.kind).toEqualTypeOf<'goals' | 'goals.corrected' | 'position'>();
      if (event.kind === 'goals') expectTypeOf(event.record).toEqualTypeOf<Goal>();
    }
    // @ts-expect-error there is no such kind
    outturn.live({ kinds: ['agents'] });
  });
});

test('error codes have one type, alone and in batches', () => {
  expectTypeOf<OutturnApiError['code']>().toEqualTypeOf<ErrorCode>();
  expectTypeOf<'Not Found'>().toExtend<ErrorCode>();
});

test('errors extend one class', () => {
  expectTypeOf<OutturnError>().toExtend<Error>();
});
