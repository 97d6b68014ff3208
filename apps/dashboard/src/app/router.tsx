import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { loadCode } from '../api/load-code.ts';
import { loadMember } from '../catalogue/member-query.ts';
import { readMembersSearch } from '../catalogue/members-search.ts';
import { readQuestion } from '../explore/question.ts';
import { AwayBanner } from '../feedback/away-banner.tsx';
import { NewVersionBanner } from '../feedback/new-version-banner.tsx';
import { isDimension } from '../kinds/dimensions.ts';
import { isRecordKind, type RecordKind } from '../kinds/record-kinds.ts';
import { loadOverview } from '../overview/load-overview.ts';
import { readProof } from '../proof/proof-search.ts';
import { readRecordsSearch } from '../records/records-search.ts';
import { requireAccount, requireAccountOrSignUp, skipWithAccount } from '../session/require-account.ts';
import { readClaim, readReturn } from '../session/return-search.ts';
import { readSessionSearch } from '../sessions/session-search.ts';
import { readSessionsSearch } from '../sessions/sessions-search.ts';
import { LoadingPage, MissingPage, TroublePage } from '../shell/page-states.tsx';
import { Shell } from '../shell/shell.tsx';
import { carryPeriod, type PeriodSearch, readPeriod } from '../window/carried-period.ts';
import { choiceOf } from '../window/window-search.ts';
import { chosenZone } from '../zone/use-zone.ts';
import { fromPathKey, toPathKey } from './key-in-path.ts';
import { parseSearch, stringifySearch } from './search-text.ts';

/** A page whose code is loaded when it is visited. */
const page: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadCode(load), name);

const period = only(readPeriod);

const root = createRootRoute({
  // The banners are within the router, because the time zone is in the address.
  component: () => (
    <>
      <Outlet />
      <AwayBanner />
      <NewVersionBanner />
    </>
  ),
  // An address that no route can read, such as one with a lone percent sign.
  notFoundComponent: () => (
    <Shell>
      <MissingPage />
    </Shell>
  ),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: only(readReturn),
  beforeLoad: skipWithAccount,
  component: page(() => import('../session/sign-in-page.tsx'), 'SignInPage'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: only(readReturn),
  beforeLoad: skipWithAccount,
  component: page(() => import('../session/sign-up-page.tsx'), 'SignUpPage'),
});

const claim = createRoute({
  getParentRoute: () => root,
  path: '/claim',
  validateSearch: only(readClaim),
  beforeLoad: requireAccountOrSignUp,
  component: page(() => import('../session/claim-page.tsx'), 'ClaimPage'),
});

/** The pages that need a session. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  search: { middlewares: [carryPeriod] },
  beforeLoad: (to) => {
    // Loads the code of the pages while the account is requested.
    for (const { routeId } of to.matches) void router.loadRouteChunk(router.routesById[routeId]);
    return requireAccount(to);
  },
  component: () => <Shell />,
  // A server that is slow to name the account leaves nobody before a blank page.
  pendingMs: 300,
  pendingMinMs: 0,
  pendingComponent: () => (
    <Shell>
      <LoadingPage />
    </Shell>
  ),
  errorComponent: (props) => (
    <Shell>
      <TroublePage {...props} />
    </Shell>
  ),
});

/** Every other path, also one that names no known dimension or kind. */
const missing = createRoute({ getParentRoute: () => app, path: '$', component: MissingPage });

const overview = createRoute({
  getParentRoute: () => app,
  path: '/',
  validateSearch: period,
  loaderDeps: ({ search }) => ({
    choice: choiceOf(search),
    comparison: search.compare ?? 'previous',
    zone: search.zone ?? chosenZone(),
  }),
  // Another window of the page that is shown waits for nothing.
  loader: ({ deps, cause }) => loadOverview(deps, { canWait: cause !== 'stay' }),
  component: page(() => import('../overview/overview-page.tsx'), 'OverviewPage'),
});

const explore = createRoute({
  getParentRoute: () => app,
  path: '/explore',
  validateSearch: only(readQuestion),
  component: page(() => import('../explore/explore-page.tsx'), 'ExplorePage'),
});

const views = createRoute({
  getParentRoute: () => app,
  path: '/views',
  validateSearch: period,
  component: page(() => import('../views/views-page.tsx'), 'ViewsPage'),
});

const prices = createRoute({
  getParentRoute: () => app,
  path: '/prices',
  component: page(() => import('../prices/prices-page.tsx'), 'PricesPage'),
});

const traces = createRoute({
  getParentRoute: () => app,
  path: '/traces',
  component: page(() => import('../traces/traces-page.tsx'), 'TracesPage'),
});

const records = createRoute({
  getParentRoute: () => app,
  path: '/records/$kind',
  params: { parse: ({ kind }) => isRecordKind(kind) && { kind } },
  validateSearch: only(readRecordsSearch),
  component: page(() => import('../records/records-page.tsx'), 'RecordsPage'),
});

/** The records behind a number. */
const proof = createRoute({
  getParentRoute: () => app,
  path: '/records',
  validateSearch: only(readProof),
  component: page(() => import('../proof/proof-page.tsx'), 'ProofPage'),
});

const sessions = createRoute({
  getParentRoute: () => app,
  path: '/sessions',
  validateSearch: only(readSessionsSearch),
  component: page(() => import('../sessions/sessions-page.tsx'), 'SessionsPage'),
});

const session = createRoute({
  getParentRoute: () => app,
  path: '/sessions/$key',
  params: {
    parse: ({ key }) => ({ key: fromPathKey(key) }),
    stringify: ({ key }) => ({ key: toPathKey(key) }),
  },
  validateSearch: only(readSessionSearch),
  component: page(() => import('../sessions/session-page.tsx'), 'SessionPage'),
});

/** The page of a dimension, such as `/agents`. */
const dimension = createRoute({
  getParentRoute: () => app,
  path: '/$dimension',
  params: { parse: ({ dimension }) => isDimension(dimension) && { dimension } },
  validateSearch: only(readMembersSearch),
  component: page(() => import('../catalogue/dimension-page.tsx'), 'DimensionPage'),
});

const member = createRoute({
  getParentRoute: () => app,
  path: '/$dimension/$key',
  params: {
    parse: ({ dimension, key }) => isDimension(dimension) && { dimension, key: fromPathKey(key) },
    stringify: ({ dimension, key }) => ({ dimension, key: toPathKey(key) }),
  },
  validateSearch: period,
  loader: ({ params: { dimension, key } }) => loadMember(dimension, key),
  component: page(() => import('../member/member-page.tsx'), 'MemberPage'),
});

const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  component: page(() => import('../settings/settings-page.tsx'), 'SettingsPage'),
});

const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/api-keys', replace: true });
  },
});

const apiKeys = createRoute({
  getParentRoute: () => settings,
  path: '/api-keys',
  validateSearch: only(readExample),
  component: page(() => import('../settings/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
});

const account = createRoute({
  getParentRoute: () => settings,
  path: '/account',
  component: page(() => import('../settings/account/account-page.tsx'), 'AccountPage'),
});

const plan = createRoute({
  getParentRoute: () => settings,
  path: '/plan',
  component: page(() => import('../settings/plan/plan-page.tsx'), 'PlanPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    signUp,
    claim,
    app.addChildren([
      overview,
      explore,
      views,
      prices,
      traces,
      records,
      proof,
      sessions,
      session,
      dimension,
      member,
      missing,
      settings.addChildren([settingsIndex, apiKeys, account, plan]),
    ]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: TroublePage,
  scrollRestoration: true,
});

/**
 * Keeps only those parts of a URL's search that a reader takes. The router would pass on the others unchanged, such as an
 * address of another site to go to.
 */
function only<Search extends object>(read: (search: Record<string, unknown>) => Search) {
  return (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
}

/** The kind of record that the page of API keys shows an example of, and the period that its links carry on. */
function readExample({
  example,
  ...search
}: Record<string, unknown>): PeriodSearch & { example?: RecordKind } {
  const kind = String(example);
  return { ...readPeriod(search), ...(isRecordKind(kind) && { example: kind }) };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
