/** Every page of the dashboard, with the heading that shows it has loaded. */
export const everyPage = [
  { name: 'overview', path: '/?window=30d', heading: 'Overview' },
  { name: 'explore', path: '/explore?every=%22week%22&window=90d', heading: 'Explore' },
  { name: 'views', path: '/views', heading: 'Views' },
  { name: 'records', path: '/records/revenues', heading: 'Records' },
  { name: 'events', path: '/records/events', heading: 'Records' },
  { name: 'sessions', path: '/sessions', heading: 'Sessions' },
  { name: 'agents', path: '/agents', heading: 'Agents' },
  { name: 'agent', path: '/agents/sales-assistant', heading: 'Sales assistant' },
  { name: 'customers', path: '/customers', heading: 'Customers' },
  { name: 'goal-types', path: '/goal-types', heading: 'Goal types' },
  { name: 'tools', path: '/tools', heading: 'Tools' },
  { name: 'prices', path: '/prices', heading: 'Prices' },
  { name: 'traces', path: '/traces', heading: 'Traces' },
  { name: 'api-keys', path: '/settings/api-keys', heading: 'Settings' },
  { name: 'account', path: '/settings/account', heading: 'Settings' },
  { name: 'plan', path: '/settings/plan', heading: 'Settings' },
  { name: 'claim', path: '/claim?token=none', heading: 'Claim this installation' },
] as const;

/** Pages made of components of other pages, which screenshots leave out. */
export const morePages = [
  { name: 'outcomes', path: '/records/outcomes', heading: 'Records' },
  { name: 'goals', path: '/records/goals', heading: 'Records' },
  { name: 'proof', path: '/records?measure=margin' },
  { name: 'customer', path: '/customers/northwind-labs' },
  { name: 'goal-type', path: '/goal-types/resolved' },
  { name: 'tool', path: '/tools/crm.lookup' },
  { name: 'missing', path: '/nowhere', heading: 'Page not found' },
] as const;

export const publicPages = [
  { name: 'sign-in', path: '/sign-in', heading: 'Sign in' },
  { name: 'sign-up', path: '/sign-up', heading: 'Create an account' },
] as const;

export type PageToSee = { name: string; path: string; heading: string };
