import { coalesce } from './base/coalesce.ts';
import { OutturnError } from './base/errors.ts';
import { KeyedSemaphore } from './base/keyed-semaphore.ts';
import { defaultPlanLimits, type PlanLimits } from './base/principal.ts';
import { DIMENSIONS_CHANNEL } from './catalogue/definition/dimension-commands.ts';
import { connectDatabase } from './connect.ts';
import { listen } from './database/listener.ts';
import { followClock } from './database/measure-clock.ts';
import type { DatabaseOptions } from './database/options.ts';
import { poolSizes } from './database/pool-sizes.ts';
import { readinessOf } from './database/readiness.ts';
import { keepStatistics } from './database/statistics.ts';
import { watchSchema } from './database/watch-schema.ts';
import { DimensionCache } from './dimensions/dimension-cache.ts';
import { startHousekeeping } from './housekeeping.ts';
import { KindRegistry } from './kinds/kind-registry.ts';
import { Corrector } from './ledger/correcting/corrector.ts';
import { Ledger } from './ledger/ledger.ts';
import { REPRICINGS_CHANNEL, Repricer } from './ledger/repricing/repricer.ts';
import { CommitFeed } from './live/commit-feed.ts';
import { type Model, product } from './model.ts';
import { execute } from './operations/execute.ts';
import type { Runtime } from './operations/runtime.ts';
import { SESSIONS_CHANNEL, SessionWatch } from './operations/session-watch.ts';
import { Subscriptions } from './operations/subscribe.ts';
import { createAccounts } from './people/accounts/accounts.ts';
import type { AuthOptions } from './people/accounts/auth.ts';
import { lockCaller, touchRecordingAt } from './people/accounts/lock-caller.ts';
import { Authenticator } from './people/api-keys/authenticator.ts';
import { API_KEYS_CHANNEL } from './people/api-keys/stored-keys.ts';
import { COMMAND_EVENTS_CHANNEL, readCommandEvent } from './people/operators/command-events.ts';
import { BuiltInPrices } from './price-book/built-in-prices.ts';
import { PRICES_CHANNEL, PriceBook } from './price-book/price-book.ts';
import { loadPriceFile } from './price-book/price-file.ts';
import { RecordReader } from './reading/record-reader.ts';
import { RollupFolder } from './rollups/rollup-folder.ts';
import { type DocumentEngine, noDocuments } from './surface/document-engine.ts';
import type { Service } from './surface/service-api.ts';
import { SourceCounts } from './traces/source-counts.ts';
import { SpanFollower } from './traces/span-follower.ts';
import { eventOperationOf } from './traces/traces.ts';

export type ServiceOptions = DatabaseOptions & {
  /** Language of reports; default: none can be saved or run. */
  documents?: DocumentEngine;
  /** Receives the cause of each `Server Error`, which callers never see. */
  onServerError?: Runtime['onServerError'];
  /** Default: sign-in is off. */
  accounts?: AuthOptions;
  /** Calls per minute, by plan. */
  planLimits?: Readonly<PlanLimits>;
  /** File with the built-in prices; default: those of this version. */
  priceBook?: string | undefined;
  /** Default: the product's. */
  model?: Pick<Model, 'dimensions' | 'kinds' | 'scopes'>;
};

/** Milliseconds. Work that exceeds this timeout is abandoned; migrations and repairs run elsewhere. */
const COMMAND_TIMEOUT = 120_000;

/** Questions of analytics at once: too few to take all connections. */
const QUESTIONS_PER_DEVELOPER = 2;

/** The database must be migrated. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { observer = {} } = options;
  const { model = product } = options;
  const { scopes } = model;
  const kinds = new KindRegistry(model.kinds);
  const builtIn = new BuiltInPrices(await loadPriceFile(options.priceBook));
  const database = await connectDatabase({ commandTimeout: COMMAND_TIMEOUT, ...options });
  const directUrl = options.directUrl ?? options.url;
  const dimensions = new DimensionCache();
  const commits = await CommitFeed.open(database, directUrl);
  const onServerError = options.onServerError ?? (() => undefined);
  /** Reports failures of background work. */
  const onFailureOf = (operation: string) => (cause: unknown) =>
    onServerError(new OutturnError('Server Error', { cause }), { operation, requestId: '' });
  const folder = new RollupFolder(database, onFailureOf('rollups.fold'));
  const ledger = new Ledger({
    database,
    folder,
    dimensions,
    onCommit: (developerId) => commits.announce(developerId),
    observer,
  });
  const corrector = new Corrector({
    database,
    kinds,
    folder,
    onCommit: (developerId) => commits.announce(developerId),
    observer,
  });
  const prices = new PriceBook(database, builtIn);
  const repricer = new Repricer({
    database,
    kinds,
    prices,
    folder,
    onCommit: (developerId) => commits.announce(developerId),
    onFailure: onFailureOf('prices.reprice'),
  });
  const sources = new SourceCounts(database, onFailureOf('traces.sources'));
  const recordReader = new RecordReader(database);
  const authenticator = new Authenticator(database, scopes);
  const deletions = await listen({
    url: directUrl,
    channels: { [DIMENSIONS_CHANNEL]: (payload) => dimensions.forgetFromNotice(payload) },
    onConnect: () => dimensions.clear(),
  });
  const sessions = new SessionWatch(() => listener.ask());
  const listener = await listen({
    url: directUrl,
    channels: {
      [API_KEYS_CHANNEL]: (apiKeyId) => authenticator.forget(apiKeyId),
      [REPRICINGS_CHANNEL]: () => repricer.wake(),
      [PRICES_CHANNEL]: (developerId) => prices.forget(developerId),
      [SESSIONS_CHANNEL]: (id) => sessions.onNotice(id),
      [COMMAND_EVENTS_CHANNEL]: (payload) => {
        const event = readCommandEvent(payload);
        if (event) observer.onCommandEvent?.(event);
      },
    },
    onConnect() {
      authenticator.forget();
      prices.forget();
      repricer.wake();
      sessions.onNotice();
    },
  });
  const documents = options.documents ?? noDocuments;
  const runtime: Runtime = {
    database,
    dimensions,
    recordReader,
    ledger,
    corrector,
    repricer,
    sources,
    onServerError,
    observer,
    questions: new KeyedSemaphore(QUESTIONS_PER_DEVELOPER),
    planLimits: options.planLimits ?? defaultPlanLimits,
    kinds,
    prices,
    scopes,
    lockCaller,
    touchRecordingAt,
    documents: {
      check: documents.check,
      run: (document, call) => documents.run(document, { service, call }),
    },
  };
  const events = eventOperationOf(model.kinds);
  // Telemetry is not taken on Citus.
  const follower =
    events &&
    !database.distribution.refusesCorrections &&
    new SpanFollower({ runtime, operation: events, onFailure: onFailureOf('traces.record') });
  const subscriptions = new Subscriptions(runtime, commits, sessions);
  const unwatch = watchSchema(database.schema, listener, (refusal) => subscriptions.end(refusal));
  const endClock = followClock(database, observer);
  const endStatistics = keepStatistics(database, onFailureOf('statistics'));
  const endHousekeeping = startHousekeeping(database, onFailureOf('housekeeping'));
  const accounts =
    options.accounts &&
    (await createAccounts(database, {
      ...options.accounts,
      url: options.url,
      scopes,
      connections: poolSizes(options.connections).accounts,
    }));
  const authenticate: Service['authenticate'] = async (authorization, { requestId = '', admit } = {}) => {
    const principal = await authenticator.authenticate(authorization, admit);
    if (principal instanceof OutturnError && principal.code === 'Server Error') {
      onServerError(principal, { operation: 'authenticate', requestId });
    }
    return principal;
  };
  const service: Service = {
    database,
    accounts,
    recall: (authorization) => authenticator.known(authorization),
    authenticate,
    execute: (operation, context, input) => execute(runtime, operation, context, input),
    subscribe: (subscription, { call, signal }, input) =>
      subscriptions.subscribe(subscription, call, input, signal),
    readiness: coalesce(() => readinessOf(database)),
    load: () => ({
      queued: ledger.queued(),
      unfolded: folder.depth,
      pools: database.load(),
      replicas: database.replicas(),
      subscriptions: subscriptions.size,
    }),
    endSubscriptions: () => subscriptions.close(),
    async close() {
      unwatch();
      endHousekeeping();
      endClock();
      endStatistics();
      subscriptions.close();
      await repricer.close();
      if (follower) await follower.close();
      await sources.close();
      await ledger.drain();
      await folder.close();
      await commits.close();
      await Promise.all([listener.close(), deletions.close()]);
      await accounts?.close();
      await database.close();
    },
  };
  return service;
}
