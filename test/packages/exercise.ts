type Sdk = typeof import('@outturn/sdk');
type Client = typeof import('@outturn/client');

/**
 * Uses both packages against a gateway and returns what a caller sees. Programs of other projects contain the text of this
 * function, so it refers to nothing outside.
 */
export async function exercise(sdk: Sdk, client: Client, { url, apiKey }: { url: string; apiKey: string }) {
  const outturn = new sdk.Outturn({ apiKey, baseUrl: url });
  const revenue = await outturn.revenues.record({ amount: 0.1 + 0.2, recordedAt: new Date() });
  const recorder = outturn.recorder();
  recorder.record('events', { type: 'llm.call' });
  const counts = await recorder.close();
  const refusal = await outturn.revenues.get('no-such-id').catch((error: unknown) => error);
  const window = { from: '2020-01-01', to: new Date() };
  const { totals } = await outturn.analytics({ window, totals: ['revenue'] });

  const typed = client.createOutturnClient({ url, apiKey });
  const { results } = await typed.goals.recordBatch.mutate([
    { goalKey: 'signup' },
    { goalKey: 'signup', achievedAt: 'never' },
  ]);
  const [page, missing] = await Promise.all([
    typed.revenues.list.query({ limit: 1 }),
    typed.revenues.get.query({ id: 'no-such-id' }).catch((error: unknown) => error),
  ]);
  const kind = await new Promise((resolve, reject) => {
    const following = typed.records.live.subscribe(
      { kinds: ['goals'] },
      {
        onData: ({ data }) => {
          following.unsubscribe();
          resolve(data.kind);
        },
        onError: reject,
      },
    );
  });
  return {
    sdk: {
      amount: revenue.amount,
      recorded: counts.recorded,
      refusal: refusal instanceof sdk.OutturnApiError && refusal.code,
      totals,
      usd: sdk.usd(3e-7),
    },
    client: {
      results: results.map((result) => (result.status === 'rejected' ? result.error.code : result.status)),
      listed: page.items.map(({ amount }) => amount),
      refusal: client.isOutturnError(missing) && missing.code,
      live: kind,
      usd: client.usd(1n),
    },
  };
}

/** For a developer without other records. */
export const exercised: Awaited<ReturnType<typeof exercise>> = {
  sdk: {
    amount: '0.3',
    recorded: 1,
    refusal: 'Invalid ID',
    totals: { revenue: '0.3' },
    usd: '0.0000003',
  },
  client: {
    results: ['created', 'Invalid Request'],
    listed: ['0.3'],
    refusal: 'Invalid ID',
    live: 'position',
    usd: '1',
  },
};
