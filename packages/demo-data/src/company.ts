/** Prices in dollars per million tokens. */
type Model = { model: string; provider: string; input: number; output: number };

const models = {
  large: { model: 'claude-opus-4.5', provider: 'anthropic', input: 5, output: 25 },
  medium: { model: 'gpt-5.1', provider: 'openai', input: 1.25, output: 10 },
  small: { model: 'claude-haiku-4.5', provider: 'anthropic', input: 1, output: 5 },
  open: { model: 'llama-4-maverick', provider: 'together', input: 0.27, output: 0.85 },
} satisfies Record<string, Model>;

/** `chance` is conditional on the previous step. */
type Step = {
  goalKey: string;
  chance: number;
  sale?: Sale;
};

/** Price in dollars. */
export type Sale = {
  chance: number;
  least: number;
  most: number;
  source: string;
  /** Tool that causes the sale. */
  toolKey?: string;
};

export type Agent = {
  key: string;
  name: string;
  description: string;
  weight: number;
  /** Ratio of sessions per day in the distant past to today. */
  pastShare: number;
  model: Model;
  /** Model calls per session. */
  turns: { least: number; most: number };
  /** Thousands of input tokens per call. */
  context: number;
  tools: readonly string[];
  steps: readonly Step[];
  /** Additional cost at the start of each session, or if no step succeeds. */
  extra?: { type: string; name: string; when: 'start' | 'failure'; least: number; most: number };
};

export const agents: readonly Agent[] = [
  {
    key: 'support-desk',
    name: 'Support desk',
    description: 'Answers questions of customers and refunds orders.',
    weight: 42,
    pastShare: 0.6,
    model: models.medium,
    turns: { least: 2, most: 6 },
    context: 10,
    tools: ['knowledge.search', 'tickets.update', 'orders.refund'],
    steps: [
      { goalKey: 'resolved', chance: 0.72, sale: { chance: 1, least: 3, most: 8, source: 'Usage billing' } },
    ],
    extra: { type: 'handover', name: 'Handover to a person', when: 'failure', least: 2, most: 6 },
  },
  {
    key: 'sales-assistant',
    name: 'Sales assistant',
    description: 'Talks to visitors of the site, books demos and sells plans.',
    weight: 22,
    pastShare: 0.2,
    model: models.large,
    turns: { least: 3, most: 8 },
    context: 14,
    tools: ['crm.lookup', 'calendar.book', 'quotes.create'],
    steps: [
      {
        goalKey: 'qualified',
        chance: 0.55,
        sale: { chance: 0.2, least: 25, most: 60, source: 'Partner referral' },
      },
      {
        goalKey: 'demo-booked',
        chance: 0.6,
        sale: { chance: 0.25, least: 49, most: 99, source: 'Stripe', toolKey: 'calendar.book' },
      },
      {
        goalKey: 'paid',
        chance: 0.5,
        sale: { chance: 1, least: 79, most: 149, source: 'Stripe', toolKey: 'quotes.create' },
      },
    ],
    extra: { type: 'ad.click', name: 'Advertisement', when: 'start', least: 4, most: 10 },
  },
  {
    key: 'onboarding-guide',
    name: 'Onboarding guide',
    description: 'Guides new users from sign-up to their first success.',
    weight: 16,
    pastShare: 0.5,
    model: models.open,
    turns: { least: 2, most: 5 },
    context: 8,
    tools: ['knowledge.search', 'workspace.setup'],
    steps: [
      {
        goalKey: 'signup',
        chance: 0.62,
        sale: { chance: 0.25, least: 9, most: 29, source: 'Stripe' },
      },
      {
        goalKey: 'activated',
        chance: 0.55,
        sale: { chance: 0.3, least: 15, most: 39, source: 'Stripe', toolKey: 'workspace.setup' },
      },
      { goalKey: 'paid', chance: 0.35, sale: { chance: 1, least: 19, most: 59, source: 'Stripe' } },
    ],
    extra: { type: 'ad.click', name: 'Advertisement', when: 'start', least: 1.5, most: 3.5 },
  },
  {
    key: 'renewal-manager',
    name: 'Renewal manager',
    description: 'Calls customers whose contract ends and offers larger plans.',
    weight: 12,
    pastShare: 0.05,
    model: models.large,
    turns: { least: 2, most: 5 },
    context: 16,
    tools: ['crm.lookup', 'quotes.create'],
    steps: [
      {
        goalKey: 'retained',
        chance: 0.6,
        sale: { chance: 1, least: 49, most: 89, source: 'Invoice', toolKey: 'quotes.create' },
      },
      {
        goalKey: 'upsell',
        chance: 0.3,
        sale: { chance: 1, least: 29, most: 69, source: 'Invoice', toolKey: 'quotes.create' },
      },
    ],
    extra: { type: 'phone.call', name: 'Telephone', when: 'start', least: 6, most: 14 },
  },
  {
    key: 'deep-researcher',
    name: 'Deep researcher',
    description:
      'Reads many documents before it writes a report. An experiment that costs more than it earns.',
    weight: 8,
    pastShare: 2.2,
    model: models.large,
    turns: { least: 8, most: 20 },
    context: 32,
    tools: ['web.search', 'documents.read'],
    steps: [
      {
        goalKey: 'report-delivered',
        chance: 0.8,
        sale: { chance: 1, least: 1, most: 5, source: 'Usage billing' },
      },
    ],
  },
];

/** `value` is in dollars per goal, in addition to sales. */
export const goalTypes = [
  { key: 'resolved', name: 'Question resolved', value: '6.50' },
  { key: 'qualified', name: 'Lead qualified', value: '18.00' },
  { key: 'demo-booked', name: 'Demo booked', value: '45.00' },
  { key: 'signup', name: 'Signed up', value: '4.00' },
  { key: 'activated', name: 'First success', value: '9.00' },
  { key: 'paid', name: 'Became a customer', value: null },
  { key: 'retained', name: 'Contract renewed', value: null },
  { key: 'upsell', name: 'Plan upgraded', value: null },
  { key: 'report-delivered', name: 'Report delivered', value: '1.50' },
] as const;

/** Cost and value per call, in dollars. */
export const tools = [
  { key: 'knowledge.search', name: 'Knowledge base', cost: '0.0004', value: null },
  { key: 'tickets.update', name: 'Ticket system', cost: '0.0002', value: null },
  { key: 'orders.refund', name: 'Automatic refunds', cost: '0.01', value: '1.20' },
  { key: 'crm.lookup', name: 'Customer records', cost: '0.0005', value: null },
  { key: 'calendar.book', name: 'Calendar', cost: '0.001', value: null },
  { key: 'quotes.create', name: 'Quotes', cost: '0.002', value: '0.80' },
  { key: 'workspace.setup', name: 'Workspace setup', cost: '0.004', value: null },
  { key: 'web.search', name: 'Web search', cost: '0.01', value: null },
  { key: 'documents.read', name: 'Document reader', cost: '0.003', value: null },
] as const;

const names =
  'Northwind Lumen Brightside Halcyon Juniper Cobalt Meridian Foxglove Alder Kestrel Solstice Harbor Marlow Quarry Saffron Tundra Vesper Willow Zephyr Orchard Beacon Cinder Drift Ember Fathom Granite Hollow Inlet Jetty Keel';
const trades = ['Labs', 'Foods', 'Logistics', 'Health', 'Studio', 'Energy', 'Retail', 'Finance'];
const plans = ['free', 'pro', 'pro', 'scale'];
const regions = ['EMEA', 'AMER', 'AMER', 'APAC'];

/** Few customers are large, and one asks much but never buys: it costs more than it brings in. */
export const customers = names.split(' ').map((name, i) => ({
  key: `${name}-${trades[i % trades.length]}`.toLowerCase(),
  name: `${name} ${trades[i % trades.length]}`,
  metadata: {
    plan: plans[(i * 7) % plans.length] as string,
    region: regions[(i * 5 + 1) % regions.length] as string,
  },
  weight: 1 + Math.round(60 / (i + 3)),
  buys: name !== 'Tundra',
}));
